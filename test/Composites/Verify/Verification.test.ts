import * as FastCheck from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { type Item, type Verification, verify } from "../../../src/Composites/Verify/index.ts"
import type { EvidenceProvider } from "../../../src/Resources/Evidence.ts"
import { runs } from "../../support/setup/Runs.ts"

const sources: ReadonlyArray<EvidenceProvider> = ["academic.search", "news.search", "knowledge.search"]

const ask = (claim: string, items: ReadonlyArray<Item>, maxSources = 12): Verification<Item> =>
  verify({ claim, items, sources, maxSources })

const headline = (title: string, url = `https://example.com/${encodeURIComponent(title)}`): Item => ({
  provider: "news.search",
  title,
  url,
  text: null,
  language: "English"
})

const answer = ({ agreementCount, confidence, contradictionCount, evidence, verdict }: Verification<Item>) =>
  [verdict, confidence, agreementCount, contradictionCount, evidence.length] as const

describe("verify", () => {
  const claim = "A robot vacuum cleaner ate a woman's hair"
  it.each([
    ["nothing", [], ["insufficient", 0, 0, 0, 0]],
    ["other news", [headline("Stocks close higher")], ["insufficient", 0, 0, 0, 0]],
    [
      "a neutral headline",
      [headline("Did a robot vacuum eat a woman's hair?")],
      ["insufficient", 0, 0, 0, 1]
    ],
    ["one headline", [headline("Robot vacuum cleaner ate woman's hair")], ["supported", 0.6, 1, 0, 1]],
    ["one against", [headline("Robot vacuum cleaner ate no hair of woman")], ["contradicted", 0.5, 0, 1, 1]],
    [
      "one for and one against",
      [headline("Robot vacuum cleaner ate woman's hair"), headline("Robot vacuum hair story is a hoax")],
      ["mixed", 0.3, 1, 1, 2]
    ]
  ] as const)("by %s", (_, items, expected) => {
    expect(answer(ask(claim, items))).toEqual(expected)
  })

  it("keeps the caller's own items", () => {
    const items = [
      { ...headline("Robot vacuum cleaner ate woman's hair"), retrievedAt: "2026-01-01T00:00:00Z" }
    ]
    expect(verify({ claim, items, sources, maxSources: 3 }).evidence[0]?.item).toBe(items[0])
  })

  it("explains what counted", () => {
    const [first] = ask(claim, [headline("Robot vacuum cleaner ate woman's hair")]).evidence
    expect(first?.explanation).toMatchObject({
      stance: "affirms",
      ground: "agrees",
      channel: "headline",
      weight: 80
    })
  })

  it.each([
    "Die Erde ist flach und sie bewegt sich nicht",
    "Земля плоская и не движется",
    "الأرض مسطحة ولا تتحرك",
    "地球是平的 它不动",
    "地球は平らです"
  ])("%j is insufficient, though sources repeat it", (text) => {
    const items = sources.map((provider) => ({ ...headline(text), provider, text: null, language: null }))
    const { confidence, evidence, verdict } = ask(text, items)
    expect([verdict, confidence]).toEqual(["insufficient", 0])
    expect(evidence.length).toBeGreaterThan(0)
  })
})

/** Few words, so that texts share some of them. */
const word = FastCheck.constantFrom(
  ..."apple watch price sales rise fall report women patients vaccine risk severe 30 2014 95% not no hoax may Monday".split(
    " "
  ),
  "don't",
  "U.S.",
  "COVID-19",
  "the",
  "in",
  "same",
  "higher"
)
const sentence = FastCheck.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(" "))
const text = FastCheck.array(sentence, { maxLength: 5 }).map((sentences) =>
  sentences.map((one) => `${one}.`).join(" ")
)

const item = FastCheck.record({
  provider: FastCheck.constantFrom(...sources),
  title: sentence,
  url: FastCheck.option(FastCheck.nat(30).map((n) => `https://example.com/${n}`)),
  doi: FastCheck.option(FastCheck.nat(30).map((n) => `10.1/${n}`)),
  text: FastCheck.option(text),
  language: FastCheck.constantFrom(null, "English", "German")
})
const items = FastCheck.array(item, { maxLength: 10 })
const maxSources = FastCheck.integer({ min: 3, max: 30 })

const assert = <Ts extends [unknown, ...Array<unknown>]>(property: FastCheck.IPropertyWithHooks<Ts>) =>
  FastCheck.assert(property, { numRuns: runs(60) })

describe("verify, whatever the items", () => {
  it("is the same for any order of them", () => {
    const shuffled = items.chain((all) =>
      FastCheck.tuple(
        FastCheck.constant(all),
        FastCheck.shuffledSubarray([...all], { minLength: all.length, maxLength: all.length })
      )
    )
    assert(
      FastCheck.property(sentence, shuffled, maxSources, (claim, [all, others], max) => {
        expect(JSON.stringify(ask(claim, others, max))).toBe(JSON.stringify(ask(claim, all, max)))
      })
    )
  })

  it("is the same with one of them twice", () => {
    assert(
      FastCheck.property(sentence, items, FastCheck.nat(), maxSources, (claim, all, index, max) => {
        const copy = all[index % Math.max(1, all.length)]
        const more = copy === undefined ? all : [...all, { ...copy }]
        expect(JSON.stringify(ask(claim, more, max))).toBe(JSON.stringify(ask(claim, all, max)))
      })
    )
  })

  it("is the same with an irrelevant one", () => {
    assert(
      FastCheck.property(sentence, items, maxSources, (claim, all, max) => {
        const more = [...all, headline("Zebras dance quietly")]
        expect(JSON.stringify(ask(claim, more, max))).toBe(JSON.stringify(ask(claim, all, max)))
      })
    )
  })

  it("has consistent counts, bounded confidence, and no more evidence than asked for", () => {
    assert(
      FastCheck.property(sentence, items, maxSources, (claim, all, max) => {
        const { agreementCount, confidence, contradictionCount, evidence, verdict } = ask(claim, all, max)
        expect(confidence).toBeGreaterThanOrEqual(0)
        expect(confidence).toBeLessThanOrEqual(1)
        expect(evidence.length).toBeLessThanOrEqual(max)
        expect(evidence.length).toBeGreaterThanOrEqual(agreementCount + contradictionCount)
        if (evidence.length === 0) expect([verdict, confidence]).toEqual(["insufficient", 0])
        const relevances = evidence.map(({ relevance }) => relevance)
        expect(relevances).toEqual(relevances.toSorted((one, other) => other - one))
      })
    )
  })

  it("has no less support with one more that affirms", () => {
    const support = ({ evidence }: Verification<Item>) =>
      evidence
        .filter(({ explanation }) => explanation.stance === "affirms")
        .reduce((sum, { explanation }) => sum + explanation.weight, 0)
    const claim = "Apple watch sales rise"
    const affirming = (name: string) => headline(`Apple watch sales rise ${name}`)
    assert(
      FastCheck.property(items, maxSources, (all, max) => {
        const before = ask(claim, [...all, affirming("again")], max)
        if (before.verdict !== "supported" || before.evidence.length >= max) return
        const after = ask(claim, [...all, affirming("again"), affirming("today")], max)
        expect(after.verdict).toBe("supported")
        expect(support(after)).toBeGreaterThan(support(before))
      })
    )
  })
})

describe("verify, however it is written", () => {
  const read = (claim: string, all: ReadonlyArray<Item>) => {
    const { evidence, ...tally } = ask(claim, all)
    return {
      ...tally,
      stances: evidence.map(({ explanation, relevance }) => [relevance, explanation.stance])
    }
  }

  it.each([
    ["upper case", (text: string) => text.toUpperCase()],
    ["lower case", (text: string) => text.toLowerCase()],
    ["curly quotes", (text: string) => text.replaceAll("'", "’")],
    ["quotes around it", (text: string) => `“${text}”`],
    ["a full stop", (text: string) => `${text}.`],
    ["more blanks", (text: string) => ` ${text.replaceAll(" ", "  ")}\n`]
  ])("a claim without names has the same answer in %s", (_, rewrite) => {
    assert(
      FastCheck.property(sentence, items, (text, all) => {
        const claim = text.toLowerCase()
        expect(read(rewrite(claim), all)).toEqual(read(claim, all))
      })
    )
  })

  it.each([
    ["upper case", (text: string) => text.toUpperCase()],
    ["curly quotes", (text: string) => text.replaceAll("'", "’")]
  ])("the items have the same answer in %s", (_, rewrite) => {
    assert(
      FastCheck.property(sentence, items, (claim, all) => {
        const rewritten = all.map((one) => ({
          ...one,
          title: rewrite(one.title),
          text: one.text === null ? null : rewrite(one.text)
        }))
        expect(read(claim, rewritten)).toEqual(read(claim, all))
      })
    )
  })
})

describe("verify, when the claim is negated", () => {
  const subject = FastCheck.constantFrom("Green tea", "Daily exercise", "The vaccine", "Blue light", "Coffee")
  const object = FastCheck.constantFrom("sleep quality", "heart disease", "bone density", "liver cancer")
  const verb = FastCheck.constantFrom(
    ["affects", "affect"],
    ["changes", "change"],
    ["determines", "determine"]
  )

  it("an item that plainly affirms denies, and back with a denial of its own", () => {
    assert(
      FastCheck.property(subject, verb, object, (who, [does, doing], what) => {
        const [plain, negated] = [`${who} ${does} ${what}`, `${who} does not ${doing} ${what}`]
        const stance = (claim: string, title: string) =>
          ask(claim, [headline(title)]).evidence[0]?.explanation.stance
        expect(stance(plain, plain)).toBe("affirms")
        expect(stance(negated, plain)).toBe("denies")
        expect(stance(plain, negated)).toBe("denies")
        expect(stance(negated, negated)).toBe("affirms")
      })
    )
  })
})

describe("verify, whatever the texts", () => {
  const anything = FastCheck.oneof(
    FastCheck.string({ unit: "binary", maxLength: 60 }),
    FastCheck.string({ unit: "grapheme", maxLength: 60 }),
    FastCheck.array(FastCheck.integer({ min: 0, max: 0xffff }), { maxLength: 20 }).map((units) =>
      String.fromCharCode(...units)
    ),
    FastCheck.string({ unit: FastCheck.constantFrom(..."<&;.,'-$%5 a"), maxLength: 40 })
  )
  const anyItem = FastCheck.record({
    provider: FastCheck.constantFrom(...sources),
    title: anything,
    url: FastCheck.option(anything),
    doi: FastCheck.option(anything),
    text: FastCheck.option(anything),
    language: FastCheck.option(anything)
  })

  it("never throws, and is the same for any order of the items", () => {
    assert(
      FastCheck.property(anything, FastCheck.array(anyItem, { maxLength: 5 }), (claim, all) => {
        const repeated = [...all, { ...headline("", "https://example.com/"), title: claim }]
        expect(JSON.stringify(ask(claim, repeated.toReversed()))).toBe(JSON.stringify(ask(claim, repeated)))
      })
    )
  })
})
