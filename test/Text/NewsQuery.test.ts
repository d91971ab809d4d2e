import { describe, expect, it } from "@effect/vitest"
import { Either, FastCheck, Option } from "effect"
import { parse } from "../../src/Sandbox/providers/SimulatedGdeltSearch.ts"
import { newsQuery } from "../../src/Text/NewsQuery.ts"
import { runs } from "../support/setup/Runs.ts"

const search = (...texts: ReadonlyArray<string>) =>
  Option.getOrNull(newsQuery(texts.length === 1 ? { query: texts[0] ?? "" } : { all: [], any: texts }))

describe("newsQuery: one text", () => {
  it.each([
    // GDELT joins words by AND.
    ["climate change", "climate change"],
    ["  climate \n\t change ", "climate change"],
    ["climate climate Climate change", "climate change"],
    ["ട്രോളിങ് നിയന്ത്രണം", "ട്രോളിങ് നിയന്ത്രണം"],
    ["中国经济", "中国经济"],
    // Two characters are a whole name in Chinese, Japanese and Korean.
    ["北京", "北京"],
    ["금융", "금융"],
    ["カフ", "カフ"],
    ["北京 经济", "北京 经济"],
    ["北京 AI", '"北京 AI"'],
    ["AI 北京", '"AI 北京"'],
    ["京", null],
    // Words of 1 or 2 characters are refused alone; pairs work.
    ["AI safety", '"AI safety"'],
    ["EU AI Act", '"EU AI Act"'],
    ["regulation of AI", '"regulation of AI"'],
    ["effects of AI on jobs in Europe", 'effects "AI on jobs" Europe'],
    ["Trump in the US", '"Trump in the US"'],
    ["UK and EU trade", '"UK and EU trade"'],
    ["trade between the US and the EU", 'trade "between the US and the EU"'],
    ["5G rollout", '"5G rollout"'],
    ["IT jobs", '"IT jobs"'],
    ["AI EU", '"AI EU"'],
    ["what is AI?", '"what is AI"'],
    // Words that every text has are left out, unless there are no others.
    ["the rise of the dollar", "rise dollar"],
    ["it rains in Spain", "rains Spain"],
    ["The Who", "Who"],
    ["the", "the"],
    ["to be or to be", '"to be or to be"'],
    // Where the rest would be another question, all of it is asked for.
    ["to be or not to be", '"to be or not to be"'],
    ["To be OR not to be", '"To be or not to be"'],
    ["to be or not to be, that is the question", '"to be or not to be that is the question"'],
    ["to and fro", '"to and fro"'],
    ["to AND fro", '"to and fro"'],
    ["with or without", '"with or without"'],
    ["in and out", '"in and out"'],
    ["be that as it may", '"be that as it may"'],
    ["apple NOT fruit", '"apple NOT fruit"'],
    ["vaccines do not cause autism", 'vaccines "do not cause" autism'],
    ["now or never", "now never"],
    ["war and peace", "war peace"],
    ["the dollar", "dollar"],
    ["state of the art", "state art"],
    ['"green deal" and the climate', '"green deal" climate'],
    ["coal OR", "coal"],
    ["AND coal", "coal"],
    // Hyphens, apostrophes, slashes, & and dots outside quotes are illegal; "f-16" is GDELT's own example.
    ["f-16", '"f-16"'],
    ["COVID-19 vaccine", '"COVID-19" vaccine'],
    ["COVID‑19", '"COVID-19"'],
    ["AT&T merger", '"AT&T" merger'],
    ["H&M profits", '"H&M profits"'],
    ["U.S. election", '"U.S election"'],
    ["don’t stop", '"don\'t" stop'],
    ["coal/gas", '"coal/gas"'],
    ["inflation, rates: markets; bonds!", "inflation rates markets bonds"],
    ["50% off $100 @shop #MeToo", '"50 off" 100 shop MeToo'],
    // A quoted phrase is exact; typographic quotes are no quotes to GDELT.
    ['"climate change" policy', '"climate change" policy'],
    ["“green deal” Europe", '"green deal" Europe'],
    ["«green deal»", '"green deal"'],
    ['"the rise of the dollar"', '"the rise of the dollar"'],
    // A quoted phrase below 5 characters is "too short" (clients, 2026): one word needs no quotes.
    ['"Iran"', "Iran"],
    ['"OPEC" cuts', "OPEC cuts"],
    ['"AI" jobs', '"AI jobs"'],
    ['jobs "a b"', "jobs"],
    ['an open "quote here', "open quote here"],
    ['""', null],
    // Parentheses, OR and operators are the service's, not the caller's.
    ["(coal OR gas) price", "coal gas price"],
    ["coal AND gas", "coal gas"],
    ["((nested) brackets", "nested brackets"],
    ["inflation sourcelang:english", "inflation"],
    ["inflation sourcecountry:EI domainis:cnn.com theme:ECON tone<-5 toneabs>10", "inflation"],
    ['dogs imagetag:"safe search"', "dogs"],
    ['near10:"drug Texas" crime', "drug Texas crime"],
    ['repeat3:"trump"', "trump"],
    ["apple -fruit", "apple"],
    ['apple -"apple pie"', "apple"],
    ["minus -20 degrees", 'minus "20 degrees"'],
    ["Star Trek: Picard", "Star Trek Picard"],
    ["Theme: climate", "Theme climate"],
    ["control\u0000\u0007characters\u200b", "control characters"],
    ["machine lear\u00adning", "machine learning"],
    ["\ud800 lone surrogate", "lone surrogate"],
    ["ＷＩＤＥ letters", "WIDE letters"],
    // Nothing that GDELT would search for.
    ["AI", null],
    ["5G", null],
    ["a", null],
    ["C++", null],
    ["H&M", null],
    ['"AI"', null],
    ["a b", null],
    ["OR", null],
    ["-fruit", null],
    ["sourcelang:english", null],
    ["?!()", null],
    ["   ", null],
    ["", null]
  ])("%j is %j", (text, expected) => {
    expect(search(text)).toBe(expected)
  })
})

describe("newsQuery: any of several texts", () => {
  it.each([
    [["Bitcoin", "Ethereum"], "(Bitcoin OR Ethereum)"],
    [["solar power", "wind power", "F-16"], '("solar power" OR "wind power" OR "F-16")'],
    [["the future of coal", "gas"], '("the future of coal" OR gas)'],
    [["Bitcoin", "bitcoin"], "Bitcoin"],
    // A single term in parentheses is refused; so is a group with a term that is too short.
    [["AI", "Bitcoin"], "Bitcoin"],
    [["AI", ""], null],
    [[], null]
  ])("%j is %j", (texts, expected) => {
    expect(search(...texts)).toBe(expected)
  })
})

describe("newsQuery, whatever comes", () => {
  const piece = FastCheck.oneof(
    FastCheck.string({ unit: "grapheme", maxLength: 12 }),
    FastCheck.constantFrom(
      '"',
      "(",
      ")",
      " OR ",
      "-",
      "AI",
      "EU",
      "climate",
      "theme:",
      "f-16",
      "the ",
      ":",
      "’",
      "中国"
    )
  )
  const text = FastCheck.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""))

  it("is a search that GDELT takes, or none", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.array(text, { maxLength: 3 }), (texts) => {
        const query = search(...texts)
        if (query === null || query.length > 250) return
        expect([query, Either.getOrElse(parse(query), (refusal) => refusal)]).toEqual([
          query,
          expect.any(Function)
        ])
      }),
      { numRuns: runs(2000) }
    )
  })
})
