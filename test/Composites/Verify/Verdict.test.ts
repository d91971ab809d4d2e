import { describe, expect, it } from "vitest"
import type { Stance } from "../../../src/Composites/Verify/index.ts"
import { tally, weightOf } from "../../../src/Composites/Verify/Verdict.ts"

describe("weightOf", () => {
  it.each([
    ["headline", "affirms", 0.5, 72],
    ["headline", "affirms", 0.9, 74],
    ["headline", "affirms", 1.2, 75],
    ["headline", "affirms", 1.5, 80],
    ["headline", "affirms", 2, 80],
    ["headline", "denies", 0.4, 50],
    ["headline", "denies", 1.4, 70],
    ["short", "affirms", 0.8, 38],
    ["short", "denies", 1.6, 66],
    ["long", "affirms", 1.3, 45],
    ["long", "denies", 1, 54],
    ["short", "neutral", 2, 0]
  ] as const)("%s %s at %d counts %d percent", (channel, stance, relevance, expected) => {
    expect(weightOf({ channel, stance, relevance }, "academic.search")).toBe(expected)
  })

  // "Comedian" denies "musician" without having the word: two of three terms are all that it can have.
  it.each([
    ["affirms", 1, 44],
    ["affirms", 1.5, 64],
    ["denies", 0.9, 44],
    ["denies", 1, 64],
    ["denies", 2, 64]
  ] as const)("an entity that %s at %d counts %d percent", (stance, relevance, expected) => {
    expect(weightOf({ channel: "short", stance, relevance }, "knowledge.search")).toBe(expected)
  })
})

const votes = (stance: Stance, ...weights: ReadonlyArray<number>) =>
  weights.map((weight) => ({ stance, weight }))

describe("tally", () => {
  it.each([
    // Examples that were worked out by hand.
    ["one sure headline", votes("affirms", 80), "supported", 0.6],
    ["two such", votes("affirms", 80, 80), "supported", 0.6],
    ["three such", votes("affirms", 80, 80, 80), "supported", 0.85],
    ["one short text", votes("affirms", 52), "insufficient", 0.26],
    // The threshold is 60 percent, the confidence of less at most 0.3.
    ["59 percent", votes("denies", 59), "insufficient", 0.3],
    ["60 percent", votes("denies", 60), "contradicted", 0.38],
    ["nothing", [], "insufficient", 0],
    ["neutral items", votes("neutral", 0, 0), "insufficient", 0],
    // Mixed from a third on.
    ["a third against", [...votes("affirms", 40, 40), ...votes("denies", 40)], "mixed", 0.3],
    ["less than a third", [...votes("affirms", 41, 40), ...votes("denies", 40)], "supported", 0.17],
    ["as much against", [...votes("affirms", 50), ...votes("denies", 50)], "mixed", 0.3],
    ["most against", [...votes("affirms", 35), ...votes("denies", 65, 65)], "contradicted", 0.46],
    // Between 0.05 and 0.95.
    ["many", votes("affirms", ...Array.from({ length: 30 }, () => 80)), "supported", 0.95]
  ] as const)("%s", (_, all, verdict, confidence) => {
    const answer = tally(all)
    expect([answer.verdict, answer.confidence]).toEqual([verdict, confidence])
  })

  it("counts the items of each stance", () => {
    expect(
      tally([...votes("affirms", 50, 50), ...votes("denies", 32), ...votes("neutral", 0)])
    ).toMatchObject({
      agreementCount: 2,
      contradictionCount: 1
    })
  })
})
