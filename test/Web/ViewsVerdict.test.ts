/**
 * The verdict view: what it says of each item, what is marked, and what it makes of a file of outcomes.
 */
import { FastCheck, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { verifyClaim } from "../../src/Composites/ClaimVerification.ts"
import { Saved } from "../../src/Composites/SavedOutcomes.ts"
import type { SourceResult } from "../../src/Composites/SourceResult.ts"
import { readClaim } from "../../src/Composites/Verify/Claim.ts"
import { ClaimReport } from "../../src/Resources/ClaimReport.ts"
import { marked } from "../../src/Web/browser/views/verdict/Marks.ts"
import { outcomesView } from "../../src/Web/browser/views/verdict/Outcomes.ts"
import { verdictView } from "../../src/Web/browser/views/verdict/Reading.ts"
import { h, type Markup } from "../../src/Web/Markup.ts"
import {
  academic,
  anyAnswer,
  article,
  entity,
  failed,
  knowledge,
  news,
  now,
  someText,
  work
} from "../Composites/Outcomes.ts"
import { named, problemsOf, rowsOf, textOf } from "./ViewsMarkup.ts"

const sourceTypes = ["academic", "news", "knowledge"] as const
const questionOf = (claim: string) => ({ claim, sourceTypes, maxSources: 12 })

const reportOf = (claim: string, answers: ReadonlyArray<SourceResult>) =>
  Schema.encodeSync(ClaimReport)(verifyClaim(questionOf(claim), { answers, now }).data)

/** The view under the page's `h3`. */
const page = (content: ReadonlyArray<Markup>) => h("div", {}, h("h3", {}, "Verdict"), content)

/** A verdict's view. */
const shown = (claim: string, answers: ReadonlyArray<SourceResult>) =>
  page(verdictView(reportOf(claim, answers), "v"))

const ban = "The EU has banned the sale of new petrol cars from 2035"
const coffee = "Coffee causes cancer"
const long = `Coffee causes cancer in mice. ${"Tea was warm and nothing else was seen in it. ".repeat(12)}`

const cardsOf = (markup: Markup) =>
  named(markup, "li").filter(({ attributes }) => attributes["class"] === "card")

describe("the verdict view", () => {
  const answers = [
    news([
      article("EU scraps 2035 ban on new petrol cars"),
      article("EU ban on the sale of petrol cars reportedly stays"),
      article("EU bans sale of new petrol and diesel cars from 2035")
    ]),
    knowledge([entity("Q458", "European Union", "political and economic union")])
  ]
  const markup = shown(ban, answers)

  it("says what the service said beside what it works out, and what stands on each side", () => {
    expect(named(markup, "table").map(rowsOf)).toEqual([
      [
        "What | The service | This page",
        "Verdict | mixed | mixed",
        "Confidence | 0.3 | 0.3",
        "Items that affirm | 1 | 1",
        "Items that deny | 1 | 1",
        "Relevant items | 3 | 3"
      ],
      ["Side | Items | Weight", "Affirm | 1 | 80 %", "Deny | 1 | 70 %"]
    ])
    expect(textOf(named(markup, "title")[0] ?? "")).toBe("Weights: 80 % affirm the claim, 70 % deny it")
    expect(textOf(markup)).toContain("The same: the verdict follows from the evidence that the answer shows.")
    expect(problemsOf(markup, "v")).toEqual([])
  })

  it("has each item under its side, with terms, cue, rule, thresholds and weight", () => {
    const headings = named(markup, "h5").map(textOf)
    expect(headings).toEqual(["Those that affirm", "Those that deny", "Those that say neither"])
    const [affirms = "", denies = "", neutral = ""] = cardsOf(markup).map(textOf)
    for (const text of [
      "It affirms, with weight 80",
      "eu 0.70, banned 1.00",
      "affirms from 0.5 on, denies from 0.4 on"
    ])
      expect(affirms).toContain(text)
    for (const text of [
      "It denies, with weight 70: it says the opposite.",
      "Terms it lackssale",
      "it undoes what is claimed: this has “scraps”",
      "RuleS6: a headline that undoes what is claimed denies it",
      "1.65 of 2; affirms from 0.5 on, denies from 1 on",
      "Weight70 %"
    ])
      expect(denies).toContain(text)
    for (const text of ["It is neutral: it hedges", "Words that hedgereportedly"])
      expect(neutral).toContain(text)
  })

  it.each([
    ["a cut abstract that reads the same", {}, long, "The same", 1],
    [
      "a cut abstract that reads otherwise",
      { verdict: "contradicted" as const },
      long,
      "Not the same: of 1 of the items",
      1
    ],
    [
      "an answer that its evidence does not bear",
      { verdict: "contradicted" as const },
      "Coffee causes cancer in mice.",
      "nothing in the answer is cut",
      0
    ]
  ])("says of %s what it is", (_, told, abstract, text, notes) => {
    const report = { ...reportOf(coffee, [academic([work("Coffee and cancer", { abstract })])]), ...told }
    const said = textOf(page(verdictView(report, "v")))
    expect(said).toContain(text)
    expect(said.split("From what the answer shows").length - 1).toBe(notes)
  })

  it("is total and valid, whatever the sources said", () => {
    FastCheck.assert(
      FastCheck.property(
        FastCheck.constantFrom(coffee, "30 studies found no lower risk in 2014"),
        FastCheck.tuple(...sourceTypes.map((source) => anyAnswer(source, 0))),
        someText,
        (claim, found, more) => {
          const markup = shown(`${claim} ${more}`.trim(), found)
          expect(textOf(markup)).toContain("The same: ")
          expect(problemsOf(markup, "v").filter((problem) => !problem.includes("says nothing"))).toEqual([])
        }
      ),
      { numRuns: 50 }
    )
  })
})

describe("the words that are marked", () => {
  const marks = (claim: string, sentence: string, cues: ReadonlyArray<string> = []) => {
    const pieces = marked(sentence, readClaim(claim).terms, cues)
    expect(pieces.map(textOf).join("")).toBe(sentence)
    return pieces.flatMap((piece) =>
      typeof piece === "string" ? [] : [`${textOf(piece)}${piece.attributes["class"] === "cue" ? "!" : ""}`]
    )
  }

  it.each([
    [
      ban,
      "EU bans sale, of new petrol and diesel cars (from 2035).",
      [],
      ["EU", "bans", "sale", "petrol", "cars", "2035"]
    ],
    [ban, "The EU’s ban isn't happening", ["not"], ["EU’s", "ban", "isn't!"]],
    [
      "Elon Musk bought Twitter for $44 billion",
      "Musk pays $44 billion for Twitter",
      [],
      ["Musk", "$44 billion", "Twitter"]
    ],
    [
      coffee,
      "There is no evidence that coffee causes cancer",
      ["no evidence"],
      ["no evidence!", "coffee", "causes", "cancer"]
    ],
    [coffee, "No coffee, no evidence", ["no evidence"], ["coffee", "no evidence!"]],
    ["Café culture is declining", "The CAFE declined", [], ["CAFE", "declined"]],
    [coffee, "Tea <b>is</b> warm", [], []],
    [coffee, "", [], []]
  ])("of %j in %j, with cues %j: %j", (claim, sentence, cues, expected) => {
    expect(marks(claim, sentence, cues)).toEqual(expected)
  })

  it("leave the sentence as it is", () => {
    FastCheck.assert(
      FastCheck.property(
        FastCheck.string({ unit: "binary", maxLength: 60 }),
        FastCheck.array(someText, { maxLength: 2 }),
        (text, cues) => {
          marks(coffee, `${text} coffee ${text}`, cues)
        }
      )
    )
  })
})

describe("a file of outcomes", () => {
  const answers = [
    academic([work("Coffee and cancer", { abstract: `${long} Coffee does not cause cancer.` })]),
    news([article(coffee), article("Coffee causes cancer, study finds")]),
    failed("knowledge")
  ]
  const report = reportOf(coffee, answers)
  const saved = {
    requestId: "req_1",
    ...Schema.encodeSync(Saved)({
      capability: "information.verify",
      request: questionOf(coffee),
      now,
      answers
    })
  }
  const opened = (text: string, of = report, requestId = "req_1") =>
    page(outcomesView(text, of, requestId, "v"))

  it.each([
    ["the answer", saved, report, "follows from it, to the letter"],
    [
      "another answer",
      saved,
      { ...report, verdict: "mixed" as const },
      "of this very call, but another answer follows"
    ],
    [
      "another call",
      { ...saved, requestId: "req_2" },
      reportOf("Tea causes cancer", answers),
      "of another call"
    ]
  ])("gives the exact reading, and tells that it is of %s", (_, file, of, text) => {
    const markup = opened(JSON.stringify(file), of)
    expect(textOf(markup)).toContain(text)
    expect(textOf(markup)).toContain(`The claim: ${coffee}`)
    expect(textOf(markup)).not.toContain("From what the answer shows")
    expect(cardsOf(markup).length).toBe(report.evidence.length)
    expect(rowsOf(named(markup, "table")[0] ?? "")[1]).toBe(`Verdict | ${of.verdict} | ${report.verdict}`)
    expect(problemsOf(markup, "v")).toEqual([])
  })

  const broken = (change: object) => JSON.stringify({ ...saved, ...change })

  it.each([
    ["", "It is no JSON: SyntaxError"],
    ["{", "It is no JSON: SyntaxError"],
    ["[]", "It holds no saved outcomes:The file: Expected saved outcomes, actual []"],
    ["null", "The file: Expected saved outcomes, actual null"],
    ["{}", "It holds no saved outcomes:capability: is missing"],
    [
      broken({ capability: "weather" }),
      "It holds no saved outcomes:capability: must be one of research, information.verify, information.evidence, information.compare"
    ],
    [broken({ capability: "research" }), "It is of a call of research"],
    [broken({ now: 1.5 }), "now: Expected an integer, actual 1.5"],
    [broken({ answers: [{ source: "news", part: -1, outcome: { _tag: "Found" } }] }), "answers.0."],
    [
      broken({ request: { claim: 5, sourceTypes: ["news"], maxSources: 3 } }),
      "none of information.verify:request.claim: Expected string, actual 5"
    ],
    [
      broken({ request: "x".repeat(10_000) }),
      "none of information.verify:request: Expected a request of information.verify, actual"
    ]
  ])("that is none (%.30s) is refused: %s", (text, reason) => {
    const said = textOf(opened(text))
    expect(said).toContain("The file cannot be read. ")
    expect(said).toContain(reason)
    expect(said.length).toBeLessThan(1500)
  })

  it("is total: whatever stands in it", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.oneof(FastCheck.string(), FastCheck.json()), (text) => {
        expect(textOf(opened(text))).toContain("The file cannot be read. ")
      })
    )
  })
})
