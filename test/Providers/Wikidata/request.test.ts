import { describe, expect, it } from "@effect/vitest"
import { fullTextRequest, isPhrase, prefixRequest } from "../../../src/Providers/Wikidata/request.ts"

describe("requests", () => {
  it("names that begin with the text", () => {
    expect(prefixRequest({ text: "attila the hun", language: "pt-br", limit: 10 })).toEqual({
      path: "/w/api.php",
      query: {
        action: "wbsearchentities",
        search: "attila the hun",
        language: "pt-br",
        uselang: "pt-br",
        type: "item",
        limit: "10",
        format: "json",
        formatversion: "2"
      },
      accept: [400, 403]
    })
  })

  it("items with all the words", () => {
    expect(fullTextRequest({ text: "capital of france", language: "en", limit: 20 })).toEqual({
      path: "/w/rest.php/wikibase/v1/search/items",
      query: { q: "capital of france", language: "en", limit: "20" },
      accept: [400, 403]
    })
  })

  it("without the characters that nobody sees", () => {
    const query = { text: "Marie\u200b Cu\u00adrie\u0001", language: "en", limit: 1 }
    expect(prefixRequest(query).query).toMatchObject({ search: "Marie Curie" })
    expect(fullTextRequest(query).query).toMatchObject({ q: "Marie Curie" })
  })

  it("with letters that carry their accents", () => {
    const query = { text: "Lie\u0300ge city", language: "en", limit: 1 }
    expect(prefixRequest(query).query).toMatchObject({ search: "Li\u00e8ge city" })
    expect(fullTextRequest(query).query).toMatchObject({ q: "Li\u00e8ge city" })
  })

  it.each([
    ["capital of france", true],
    ["New York", true],
    ["a\tb", true],
    ["日本　首都", true],
    ["universe", false],
    ["COVID-19", false],
    ["東京", false],
    [" universe ", false]
  ])("%j is a phrase: %s", (text, expected) => {
    expect(isPhrase({ text })).toBe(expected)
  })
})
