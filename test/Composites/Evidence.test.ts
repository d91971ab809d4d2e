import { describe, expect, it } from "vitest"
import { packEvidence } from "../../src/Composites/Evidence.ts"
import type { SourceResult } from "../../src/Composites/SourceResult.ts"
import {
  academic,
  article,
  asked,
  askedAt,
  entity,
  failed,
  knowledge,
  news,
  now,
  nowAt,
  work
} from "./Outcomes.ts"

const sourceTypes = ["academic", "news", "knowledge"] as const

const titles = (
  answers: ReadonlyArray<SourceResult>,
  order: ReadonlyArray<(typeof sourceTypes)[number]> = sourceTypes
) =>
  packEvidence({ query: "coffee", sourceTypes: order }, { answers, now }).data.findings.map(
    ({ source }) => source.title
  )

describe("packEvidence", () => {
  it("has findings in the order of the request, then the provider's, and their sources", () => {
    const answers = [
      academic([work("b"), work("a", { url: null })]),
      knowledge([entity("Q1", "c", null)]),
      news([article("e"), article("d")])
    ]
    expect(titles(answers)).toEqual(["b", "a", "e", "d", "c"])
    expect(titles(answers, ["knowledge", "news", "academic"])).toEqual(["c", "e", "d", "b", "a"])
    const { data } = packEvidence({ query: "coffee", sourceTypes }, { answers, now })
    expect(data.query).toBe("coffee")
    expect(data.retrievedAt).toBe(nowAt)
    expect(data.sources).toEqual([
      { title: "b", url: "https://works.example/b", provider: "academic.search" },
      { title: "a", url: null, provider: "academic.search" },
      { title: "e", url: "https://news.example/e", provider: "news.search" },
      { title: "d", url: "https://news.example/d", provider: "news.search" },
      { title: "c", url: "https://www.wikidata.org/wiki/Q1", provider: "knowledge.search" }
    ])
  })

  it("says when each source was asked, in milliseconds", () => {
    const answers = [academic([work("a")], 0, asked - 3_600_000), news([article("b")])]
    const { data } = packEvidence({ query: "coffee", sourceTypes }, { answers, now })
    expect(data.findings.map(({ retrievedAt }) => retrievedAt)).toEqual(["2026-05-01T11:00:00.000Z", askedAt])
  })

  it("has an abstract's beginning for an excerpt, and null for none", () => {
    const long = `${"word ".repeat(150)}end`
    const answers = [
      academic([
        work("a", { abstract: long }),
        work("b", { abstract: null }),
        work("c", { abstract: " \n" })
      ]),
      knowledge([entity("Q1", "d", null), entity("Q2", "e", "thing")])
    ]
    const { data } = packEvidence({ query: "coffee", sourceTypes }, { answers, now })
    expect(data.findings.map(({ excerpt }) => excerpt)).toEqual([
      "word ".repeat(100).trim(),
      null,
      null,
      null,
      "thing"
    ])
  })

  it.each<readonly [string, ReadonlyArray<SourceResult>, ReadonlyArray<string>]>([
    ["a DOI", [academic([work("a", { doi: "10.1/x" }), work("b", { doi: "10.1/X" })])], ["a"]],
    [
      "an address",
      [
        academic([
          work("a", { url: "https://example.com/x" }),
          work("b", { url: "http://www.example.com/x/?utm_source=y#z" })
        ])
      ],
      ["a"]
    ],
    [
      "an address at two sources",
      [
        academic([work("a", { url: "https://example.com/x" })]),
        news([article("b", { url: "https://example.com/x" })])
      ],
      ["a"]
    ],
    ["an entity", [knowledge([entity("Q1", "a", "x"), entity("Q1", "b", "y")])], ["a"]],
    // Not copies.
    ["a title", [academic([work("a"), work("a", { url: "https://example.com/2" })])], ["a", "a"]],
    [
      "an address that a publisher gives to all its works",
      [
        academic([
          work("a", { doi: "10.1/x", url: "https://example.com/journal" }),
          work("b", { doi: "10.1/y", url: "https://example.com/journal" })
        ])
      ],
      ["a", "b"]
    ],
    ["no address", [academic([work("a", { url: null }), work("b", { url: null })])], ["a", "b"]],
    [
      "other parameters",
      [
        news([
          article("a", { url: "https://example.com/?id=1" }),
          article("b", { url: "https://example.com/?id=2" })
        ])
      ],
      ["a", "b"]
    ]
  ])("drops the second of two records with the same record by %s", (_, answers, expected) => {
    expect(titles(answers)).toEqual(expected)
  })

  it("leaves out pages of Wikimedia's own", () => {
    expect(
      titles([knowledge([entity("Q1", "a", "Wikimedia category"), entity("Q2", "b", "thing")])])
    ).toEqual(["b"])
  })

  it("is empty when nothing was found, and when nothing answered", () => {
    for (const answers of [[news([])], [failed("news")]]) {
      const { data } = packEvidence({ query: "coffee", sourceTypes: ["news"] }, { answers, now })
      expect(data).toEqual({ query: "coffee", findings: [], sources: [], retrievedAt: nowAt })
    }
  })
})
