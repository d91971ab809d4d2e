import { describe, expect, it } from "vitest"
import { remake } from "../../src/Cli/explain/Remake.ts"
import type { SourceResult } from "../../src/Composites/SourceResult.ts"
import { article, failed, news, now } from "./Outcomes.ts"

const explain = (claim: string, answers: ReadonlyArray<SourceResult>) =>
  remake({
    capability: "information.verify",
    request: { claim, sourceTypes: ["news", "knowledge"], maxSources: 12 },
    now,
    answers
  }).explanation

describe("the explanation of a verdict", () => {
  it("has for each item the query, the terms, the cues, the rule, the weight and the thresholds", () => {
    const headlines = [
      article("EU scraps 2035 ban on new petrol cars"),
      article("EU ban on the sale of petrol cars reportedly stays")
    ]
    expect(
      explain("The EU has banned the sale of new petrol cars from 2035", [
        news(headlines),
        failed("knowledge")
      ])
    ).toEqual([
      "information.verify",
      '  news was asked for petrol ("European Union" OR sale OR sales OR cars OR car) sourcelang:english, and gave 2 result(s), asked at 2026-05-01T12:00:00.000Z',
      "  knowledge was asked for European Union, and failed: PROVIDER_UNAVAILABLE, The provider is unavailable.",
      "contradicted, confidence 0.5: 0 for (0 %), 1 against (70 %), 2 relevant (from 0.4 on, by S1 from 0.2); a verdict needs 60 %, a third on the other side makes it mixed",
      "  denies (conflicts), weight 70 %: EU scraps 2035 ban on new petrol cars [news.search]",
      '    found by petrol ("European Union" OR sale OR sales OR cars OR car) sourcelang:english',
      "    rule S6: a headline that undoes what is claimed denies it",
      "    relevance 1.65 as headline; affirms from 0.5, denies from 1",
      '    terms: eu 0.70, banned 1.00, petrol 1.00, cars 1.00, 2035 1.20; conflicts: {"kind":"undoing","claim":"","evidence":"scraps"}',
      "    read: EU scraps 2035 ban on new petrol cars",
      "  neutral (hedges): EU ban on the sale of petrol cars reportedly stays [news.search]",
      '    found by petrol ("European Union" OR sale OR sales OR cars OR car) sourcelang:english',
      "    relevance 1.58 as headline; affirms from 0.5, denies from 0.4",
      "    terms: eu 0.70, banned 1.00, sale 1.00, petrol 1.00, cars 1.00; hedged by: reportedly",
      "    read: EU ban on the sale of petrol cars reportedly stays",
      "charged"
    ])
  })

  it("says why nothing was asked, and that nothing is charged", () => {
    const empty = {
      _tag: "Found" as const,
      retrievedAt: now,
      record: { results: [] },
      isUnasked: true as const
    }
    expect(
      explain("Der Eiffelturm ist 330 Meter hoch", [
        { source: "news", part: 0, outcome: empty },
        { source: "knowledge", part: 0, outcome: empty }
      ])
    ).toEqual([
      "information.verify",
      "  news was not asked: nothing to ask for",
      "  knowledge was not asked: nothing to ask for",
      "insufficient, confidence 0: 0 for (0 %), 0 against (0 %), 0 relevant (from 0.4 on, by S1 from 0.2); a verdict needs 60 %, a third on the other side makes it mixed",
      "not charged: there was nothing to ask for"
    ])
  })
})
