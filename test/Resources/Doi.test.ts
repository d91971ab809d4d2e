import { describe, expect, it } from "@effect/vitest"
import { FastCheck, Option } from "effect"
import * as Doi from "../../src/Resources/Doi.ts"
import { runs } from "../support/setup/Runs.ts"

describe("parse", () => {
  it.each([
    ["10.1371/journal.pone.0033693", "10.1371/journal.pone.0033693"],
    ["  10.1371/JOURNAL.pone.0033693\n", "10.1371/journal.pone.0033693"],
    ["doi:10.1371/journal.pone.0033693", "10.1371/journal.pone.0033693"],
    ["DOI: 10.1371/journal.pone.0033693", "10.1371/journal.pone.0033693"],
    ["https://doi.org/10.1371/journal.pone.0033693", "10.1371/journal.pone.0033693"],
    ["HTTP://DX.DOI.ORG/10.1371/JOURNAL.PONE.0033693", "10.1371/journal.pone.0033693"],
    ["https://www.doi.org/10.1371/journal.pone.0033693", "10.1371/journal.pone.0033693"],
    ["doi.org/10.1371/journal.pone.0033693", "10.1371/journal.pone.0033693"],
    // A trailing slash that belongs to it stays.
    ["10.1000/xyz/", "10.1000/xyz/"],
    ["https://doi.org/10.1000/xyz//", "10.1000/xyz//"],
    // Registrants with subdivisions, suffixes of every making.
    ["10.1000.10/123", "10.1000.10/123"],
    [
      "10.1002/(SICI)1096-8644(199601)99:1<1::AID-AJPA1>3.0.CO;2-Y",
      "10.1002/(sici)1096-8644(199601)99:1<1::aid-ajpa1>3.0.co;2-y"
    ],
    [
      "https://doi.org/10.1002/(SICI)1096-8644(199601)99:1%3C1::AID-AJPA1%3E3.0.CO;2-Y",
      "10.1002/(sici)1096-8644(199601)99:1<1::aid-ajpa1>3.0.co;2-y"
    ],
    ["https://doi.org/10.1000%2Fxyz", "10.1000/xyz"],
    // Not encoded: what is no encoding in an address, and anything without one.
    ["https://doi.org/10.1000/100%", "10.1000/100%"],
    ["10.1000/a%2Fb", "10.1000/a%2fb"],
    ["10.21326/ksdt.2008..18.018", "10.21326/ksdt.2008..18.018"],
    ["10.1000/ünï", "10.1000/ünï"],
    ["10.1000/a?b#c", "10.1000/a?b#c"],
    // What an address has behind the DOI.
    ["https://doi.org/10.1371/journal.pone.0033693?utm_source=x", "10.1371/journal.pone.0033693"],
    ["doi.org/10.1371/journal.pone.0033693#abstract", "10.1371/journal.pone.0033693"],
    ["https://doi.org/10.1000/a%3Fb%23c?d#e", "10.1000/a?b#c"]
  ])("%s", (text, doi) => {
    expect(Doi.parse(text)).toEqual(Option.some(doi))
  })

  it.each([
    ["", "nothing"],
    ["journal.pone.0033693", "no prefix"],
    ["10.1371", "no suffix"],
    ["10.1371/", "an empty suffix"],
    ["11.1371/x", "another directory"],
    ["10.13/x", "a registrant of two digits"],
    ["10.1234567890/x", "a registrant of ten digits"],
    ["10.abc/x", "a registrant of letters"],
    ["10.1000/a b", "a blank inside"],
    ["10.1000/a\u200bb", "an invisible character inside"],
    ["10.1000/a\u0000", "a control character"],
    ["10.1000/\ud800", "half a character"],
    ["https://doi.org/10.1000/a%20b", "an encoded blank inside"],
    ["https://example.org/10.1000/x", "another resolver"],
    ["doi:https://doi.org/10.1000/x", "two prefixes"],
    ["10.1000/..", "a way up"],
    ["10.1000/../../rate-limit", "a way further up"],
    ["10.1000/./x", "a way to nowhere"],
    ["https://doi.org/10.1000/%2e%2e/x", "an encoded way up"]
  ])("not %s: %s", (text) => {
    expect(Doi.parse(text)).toEqual(Option.none())
  })
})

it.each([
  ["https://doi.org/10.1000/A%2Fb", Option.some("10.1000/a%2fb")],
  ["https://doi.org/10.1000/a?b#c", Option.some("10.1000/a?b#c")],
  ["10.1000/a", Option.some("10.1000/a")],
  ["https://doi.org/", Option.none()]
])("%s not encoded", (text, doi) => {
  expect(Doi.parseUnencoded(text)).toEqual(doi)
})

it.each([
  ["10.1000/a/b/", "10.1000/a/b/", "https://doi.org/10.1000/a/b/"],
  ["10.1000/a?b#c%d", "10.1000/a%3Fb%23c%25d", "https://doi.org/10.1000/a%3Fb%23c%25d"],
  [
    "10.1002/(sici)99:1<1::a>3;2",
    "10.1002/(sici)99%3A1%3C1%3A%3Aa%3E3%3B2",
    "https://doi.org/10.1002/(sici)99:1%3C1::a%3E3;2"
  ],
  ["10.1000/ü\\", "10.1000/%C3%BC%5C", "https://doi.org/10.1000/%C3%BC%5C"]
])("%s as an address", (doi, path, url) => {
  expect([Doi.toPath(doi), Doi.toUrl(doi)]).toEqual([path, url])
})

it("a parsed DOI comes back from its own address, and no address leads it elsewhere", () => {
  const suffix = FastCheck.stringMatching(/^[!-~]{1,30}$/)
  FastCheck.assert(
    FastCheck.property(suffix, (text) => {
      const doi = Doi.parse(`10.1000/${text}`)
      if (Option.isNone(doi)) return
      expect(Doi.parse(Doi.toUrl(doi.value))).toEqual(doi)
      const url = new URL("https://api.example.org/")
      url.pathname = `/works/doi:${Doi.toPath(doi.value)}`
      expect(decodeURIComponent(url.pathname)).toBe(`/works/doi:${doi.value}`)
    }),
    { numRuns: runs(1000) }
  )
})
