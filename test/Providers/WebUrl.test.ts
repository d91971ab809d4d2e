import { expect, it } from "@effect/vitest"
import { firstWebUrl } from "../../src/Providers/parsing/WebUrl.ts"

it.each([
  [["https://example.org"], "https://example.org"],
  [[" HTTP://example.org/a?b#c "], "HTTP://example.org/a?b#c"],
  [[null, undefined, "", "https://example.org/"], "https://example.org/"],
  [
    ["www.example.org", "javascript:alert(1)", "ftp://example.org", "oai:x:1", "http://", "https://b.org"],
    "https://b.org"
  ],
  [["https://example.org/a b<c>"], "https://example.org/a%20b%3Cc%3E"],
  [["https://example.org/ü"], "https://example.org/ü"],
  [["10.1000/x"], null],
  [[], null]
] as const)("%j: %s", (candidates, url) => {
  expect(firstWebUrl(candidates)).toBe(url)
})
