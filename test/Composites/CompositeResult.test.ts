/**
 * What every composite's reply says beside its data: which sources failed, and whether it is charged.
 */
import { describe, expect, it } from "vitest"
import { verifyClaim } from "../../src/Composites/ClaimVerification.ts"
import { compareSubjects } from "../../src/Composites/Comparison.ts"
import type { CompositeResult, Gathered } from "../../src/Composites/CompositeResult.ts"
import { packEvidence } from "../../src/Composites/Evidence.ts"
import { research } from "../../src/Composites/Research.ts"
import {
  academic,
  answerBy,
  article,
  entity,
  everyRow,
  failed,
  government,
  knowledge,
  news,
  now,
  work
} from "./Outcomes.ts"

const sources = ["academic", "news", "knowledge"] as const

/** The four, on the same answers. */
const replies = (gathered: Gathered, asked = [...sources]): ReadonlyArray<CompositeResult<unknown>> => [
  research({ query: "coffee", sources: asked }, gathered),
  verifyClaim({ claim: "Coffee causes cancer", sourceTypes: asked, maxSources: 12 }, gathered),
  packEvidence({ query: "coffee", sourceTypes: asked }, gathered),
  compareSubjects({ query: "coffee", sourceTypes: asked }, gathered)
]

/** S: with a result; E: empty; F: failed. Everything else is charged. */
const uncharged = new Set("F FF FE EF FFF FFE FEF EFF FEE EFE EEF".split(" "))

describe("charging", () => {
  it.each(everyRow.map((row) => [row.join(""), row] as const))("of %s", (name, row) => {
    const answers = row.map((letter, index) => answerBy(sources[index] ?? "academic", letter))
    const asked = sources.slice(0, row.length)
    for (const { charged, failed } of replies({ answers, now }, asked)) {
      expect(charged).toBe(!uncharged.has(name))
      expect(failed).toEqual(asked.filter((_, index) => row[index] === "F"))
    }
  })

  it.each([
    ["government alone", [government(1)], true],
    ["government without rows", [government(0)], true],
    ["government that failed", [failed("government")], false],
    ["government, when news failed", [government(1), failed("news")], true],
    ["government without rows, when news failed", [government(0), failed("news")], false]
  ])("of research with %s", (_, answers, expected) => {
    const reply = research({ query: "coffee", sources: ["government", "news"] }, { answers, now })
    expect(reply.charged).toBe(expected)
  })

  it.each([
    ["one part has a result", [academic([work("A work")]), failed("academic", undefined, 1)], true],
    ["no part has a result", [academic([]), failed("academic", undefined, 1)], false],
    ["every part failed", [failed("academic"), failed("academic", undefined, 1)], false]
  ])("of a comparison, when %s", (_, answers, expected) => {
    const reply = compareSubjects({ query: "a vs b", sourceTypes: ["academic"] }, { answers, now })
    expect([reply.charged, reply.failed]).toEqual([expected, ["academic"]])
  })

  it("counts no pages of Wikimedia's own", () => {
    const answers = [failed("news"), knowledge([entity("Q1", "Coffee", "Wikimedia disambiguation page")])]
    for (const { charged } of replies({ answers, now }, ["news", "knowledge"])) expect(charged).toBe(false)
  })

  it("names the failed in the order of the request, each once", () => {
    const answers = [failed("academic", undefined, 1), failed("news"), failed("academic")]
    const reply = compareSubjects(
      { query: "a vs b", sourceTypes: ["news", "academic", "news"] },
      { answers, now }
    )
    expect(reply.failed).toEqual(["news", "academic"])
  })

  it("does not look at what an item is worth: an irrelevant one is a result", () => {
    const answers = [failed("academic"), news([article("Stocks close higher")])]
    const reply = verifyClaim(
      { claim: "Coffee causes cancer", sourceTypes: ["academic", "news"], maxSources: 12 },
      { answers, now }
    )
    expect([reply.charged, reply.data.verdict, reply.data.sourcesChecked]).toEqual([true, "insufficient", 0])
  })
})
