/**
 * What holds of every composite, whatever its sources answered.
 */
import * as FastCheck from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { verifyClaim } from "../../src/Composites/ClaimVerification.ts"
import { compareSubjects } from "../../src/Composites/Comparison.ts"
import { packEvidence } from "../../src/Composites/Evidence.ts"
import { research } from "../../src/Composites/Research.ts"
import type { SourceResult } from "../../src/Composites/SourceResult.ts"
import { runs } from "../support/setup/Runs.ts"
import {
  academic,
  answerBy,
  anyAnswer,
  article,
  entity,
  failed,
  knowledge,
  news,
  now,
  someText,
  work
} from "./Outcomes.ts"

type Source = "academic" | "news" | "knowledge"

const sources = FastCheck.shuffledSubarray<Source>(["academic", "news", "knowledge"], { minLength: 1 })

/** A question, and the answers of its sources in one part or two. */
const gathered = FastCheck.record({
  text: someText,
  maxSources: FastCheck.integer({ min: 3, max: 30 }),
  asked: sources,
  parts: FastCheck.constantFrom([0], [0, 1])
}).chain(({ parts, ...rest }) =>
  FastCheck.record({
    question: FastCheck.constant(rest),
    answers: FastCheck.tuple(...rest.asked.flatMap((source) => parts.map((part) => anyAnswer(source, part))))
  })
)

interface Question {
  readonly text: string
  readonly maxSources: number
  readonly asked: ReadonlyArray<Source>
}

const makers = {
  research: ({ asked, text }: Question, answers: ReadonlyArray<SourceResult>) =>
    research({ query: text, sources: asked }, { answers, now }),
  verify: ({ asked, maxSources, text }: Question, answers: ReadonlyArray<SourceResult>) =>
    verifyClaim({ claim: text, sourceTypes: asked, maxSources }, { answers, now }),
  evidence: ({ asked, text }: Question, answers: ReadonlyArray<SourceResult>) =>
    packEvidence({ query: text, sourceTypes: asked }, { answers, now }),
  compare: ({ asked, text }: Question, answers: ReadonlyArray<SourceResult>) =>
    compareSubjects({ query: text, sourceTypes: asked }, { answers, now })
}

const bytes = (name: keyof typeof makers, question: Question, answers: ReadonlyArray<SourceResult>) =>
  JSON.stringify(makers[name](question, answers))

const assert = <Ts extends [unknown, ...Array<unknown>]>(property: FastCheck.IPropertyWithHooks<Ts>) =>
  FastCheck.assert(property, { numRuns: runs(100) })

const shuffled = <A>(all: ReadonlyArray<A>) =>
  FastCheck.shuffledSubarray([...all], { minLength: all.length, maxLength: all.length })

/** Every item of an answer twice, the copies behind the originals. */
const doubled = ({ outcome, ...answer }: SourceResult): SourceResult => {
  if (outcome._tag === "Failed") return failed(answer.source, outcome.error, answer.part)
  const twice = <A>(all: ReadonlyArray<A>) => [...all, ...all]
  if ("works" in outcome.record) return academic(twice(outcome.record.works), answer.part)
  if ("rows" in outcome.record) return failed("government")
  const { results } = outcome.record
  const articles = results.flatMap((one) => ("title" in one ? [one] : []))
  const entities = results.flatMap((one) => ("name" in one ? [one] : []))
  return answer.source === "news"
    ? news(twice(articles), answer.part)
    : knowledge(twice(entities), answer.part)
}

/** A work without an address and without a DOI cannot be told from another such. */
const hasRecord = ({ outcome }: SourceResult): boolean =>
  outcome._tag === "Failed" ||
  !("works" in outcome.record) ||
  outcome.record.works.every(({ doi, url }) => doi !== null || url !== null)

describe.each(["research", "verify", "evidence", "compare"] as const)("%s", (name) => {
  it("has the same bytes in whatever order the answers come", () => {
    assert(
      FastCheck.property(
        gathered.chain(({ answers, question }) =>
          FastCheck.tuple(FastCheck.constant(question), FastCheck.constant(answers), shuffled(answers))
        ),
        ([question, answers, others]) => {
          expect(bytes(name, question, others)).toBe(bytes(name, question, answers))
        }
      )
    )
  })

  it("has the same items when each was returned twice", () => {
    assert(
      FastCheck.property(gathered, ({ answers, question }) => {
        FastCheck.pre(answers.every(hasRecord))
        const shown = (all: ReadonlyArray<SourceResult>) => {
          const { data } = makers[name](question, all)
          // What the source itself answered is shown as it is.
          return JSON.stringify({ ...data, sources: "sources" in data && name === "research" ? null : data })
        }
        expect(shown(answers.map(doubled))).toBe(shown(answers))
      })
    )
  })

  it("has the same items without the sources that are empty", () => {
    assert(
      FastCheck.property(gathered, ({ answers, question }) => {
        const asked: ReadonlyArray<Source> = ["academic", "news", "knowledge"]
        const missing = asked.filter((source) => !question.asked.includes(source))
        const everyone = { ...question, asked: [...question.asked, ...missing] }
        const more = [...answers, ...missing.map((source) => answerBy(source, "E"))]
        const items = (one: Question, all: ReadonlyArray<SourceResult>) => {
          const { data } = makers[name](one, all)
          if ("evidence" in data) return data.evidence.length
          return "findings" in data ? data.findings : data.attributes
        }
        expect(items(everyone, more)).toEqual(items(question, answers))
      })
    )
  })
})

describe("verify", () => {
  const evidenceOf = (question: Question, answers: ReadonlyArray<SourceResult>) =>
    makers.verify(question, answers).data

  const claim = "Coffee causes cancer"

  /** Titles that affirm, deny, and do neither. */
  const titles = FastCheck.array(
    FastCheck.tuple(
      FastCheck.constantFrom(
        "Coffee causes cancer",
        "Coffee does not cause cancer",
        "Coffee cancer story is a hoax",
        "Does coffee cause cancer?",
        "Coffee may cause cancer",
        "Coffee and cancer",
        "Tea"
      ),
      FastCheck.nat(20)
    ).map(([title, n]) => `${title} ${n}`),
    { maxLength: 8 }
  )

  it("has the same verdict without the sources that failed", () => {
    const orFailed = (source: Source, answer: (all: ReadonlyArray<string>) => SourceResult) =>
      FastCheck.option(titles).map((all) => (all === null ? failed(source) : answer(all)))
    const all = FastCheck.tuple(
      orFailed("academic", (some) => academic(some.map((title) => work(title)))),
      orFailed("news", (some) => news(some.map((title) => article(title)))),
      orFailed("knowledge", (some) => knowledge(some.map((title) => entity(title, title, "drink"))))
    )
    assert(
      FastCheck.property(all, FastCheck.integer({ min: 3, max: 8 }), (answers, maxSources) => {
        const worked = answers.filter(({ outcome }) => outcome._tag === "Found")
        const reply = (asked: ReadonlyArray<Source>, some: ReadonlyArray<SourceResult>) =>
          evidenceOf({ text: claim, maxSources, asked }, some)
        const others = (["academic", "news", "knowledge"] as const).filter((source) =>
          worked.some((answer) => answer.source === source)
        )
        expect(reply(others, worked)).toEqual(reply(["academic", "news", "knowledge"], answers))
      })
    )
  })

  it("loses no support by one more item that affirms", () => {
    const ranks = { contradicted: 0, insufficient: 0, mixed: 1, supported: 2 }
    const headlines = titles.map((all) => all.map((title) => article(title)))
    let compared = 0
    assert(
      FastCheck.property(gathered, headlines, ({ answers, question }, articles) => {
        const asked: ReadonlyArray<Source> = [...question.asked.filter((source) => source !== "news"), "news"]
        const others = answers.filter(({ source }) => source !== "news")
        const reply = (more: ReadonlyArray<ReturnType<typeof article>>) =>
          evidenceOf({ ...question, text: claim, asked }, [...others, news([...articles, ...more])])
        const before = reply([])
        if (before.sourcesChecked >= question.maxSources) return
        const after = reply([article("Coffee causes cancer", { url: "https://one-more.example/" })])
        compared += 1
        expect(after.sourcesChecked).toBe(before.sourcesChecked + 1)
        expect(after.agreementCount).toBe(before.agreementCount + 1)
        expect(after.contradictionCount).toBe(before.contradictionCount)
        expect(ranks[after.verdict]).toBeGreaterThanOrEqual(ranks[before.verdict])
        if (before.verdict === "supported") expect(after.verdict).toBe("supported")
      })
    )
    expect(compared).toBeGreaterThan(runs(50))
  })
})
