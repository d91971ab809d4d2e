import { describe, expect, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { normaliseUrl } from "../../src/Text/NormaliseUrl.ts"

describe("normaliseUrl", () => {
  it.each([
    ["https://example.com/a", "example.com/a"],
    ["http://example.com/a", "example.com/a"],
    ["HTTPS://WWW.Example.COM/a", "example.com/a"],
    [" https://example.com/a\n", "example.com/a"],
    ["https://example.com", "example.com"],
    ["https://example.com/", "example.com"],
    ["https://example.com/a/", "example.com/a"],
    ["https://example.com/a//", "example.com/a"],
    ["https://example.com/a#part", "example.com/a"],
    ["https://example.com/#/works/1", "example.com#/works/1"],
    ["https://example.com/a/#!/works/1", "example.com/a#!/works/1"],
    ["https://example.com/a#:~:text=b/c", "example.com/a"],
    ["https://example.com/A", "example.com/A"],
    ["https://example.com/a?utm_source=x&utm_medium=y", "example.com/a"],
    ["https://example.com/a?UTM_Source=x", "example.com/a"],
    ["https://example.com/a/?fbclid=1&id=2&gclid=3#part", "example.com/a?id=2"],
    ["https://example.com/a?id=2&page=1", "example.com/a?id=2&page=1"],
    ["https://example.com/a?page=1&id=2", "example.com/a?page=1&id=2"],
    [
      "https://example.com/a?utm=1&autm_x=2&fbclids=3&q=utm_x",
      "example.com/a?utm=1&autm_x=2&fbclids=3&q=utm_x"
    ],
    ["https://example.com/a?", "example.com/a"],
    ["https://example.com/a?&&id", "example.com/a?id"],
    ["https://example.com/a?utm_source", "example.com/a"],
    // As GDELT gave it on 2026-08-28.
    ["https://www.mondaq.com:443/unitedstates/1836256/treasury", "mondaq.com/unitedstates/1836256/treasury"],
    ["https://example.com:8443/a", "example.com:8443/a"],
    ["https://user:password@example.com/a", "example.com/a"],
    ["https://www2.example.com/a", "www2.example.com/a"],
    ["https://news.www.example.com/a", "news.www.example.com/a"],
    ["https://bücher.example/ä", "xn--bcher-kva.example/%C3%A4"],
    ["example.com/a/", "example.com/a/"],
    ["mailto:ops@example.org", "mailto:ops@example.org"],
    ["https://", "https://"],
    ["", ""]
  ])("%j is %j", (url, expected) => {
    expect(normaliseUrl(url)).toBe(expected)
  })

  it("never throws, and changes nothing the second time", () => {
    FastCheck.assert(
      FastCheck.property(
        FastCheck.oneof(FastCheck.webUrl({ withQueryParameters: true }), FastCheck.string()),
        (url) => {
          const once = normaliseUrl(url)
          expect(normaliseUrl(once)).toBe(once)
        }
      )
    )
  })
})
