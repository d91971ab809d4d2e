import { describe, expect, it } from "vitest"
import {
  type Item,
  type Rule,
  readClaim,
  readItem,
  rulesWithout
} from "../../../src/Composites/Verify/index.ts"

type Provider = Item["provider"]

/** Stance, ground, and the rule that is named. */
const read = (
  claim: string,
  provider: Provider,
  title: string,
  text: string | null,
  without?: Rule
): string => {
  const rules = rulesWithout(without === undefined ? [] : [without])
  const item = { provider, title, text, url: null, language: null }
  const { ground, isRelevant, rule, stance } = readItem(readClaim(claim, rules), item, rules)
  return [isRelevant ? stance : `not evidence, ${stance}`, ground, ...(rule === null ? [] : [rule])].join(
    ": "
  )
}

const vaccines = "Vaccines cause autism in children"
const cars = "The EU has banned the sale of new petrol cars from 2035"
const bitcoin = "Bitcoin is legal tender in El Salvador"
const twitter = "Elon Musk bought Twitter for $44 billion"
const diabetes = "Coffee consumption increases the risk of type 2 diabetes"

describe("headlines", () => {
  it.each<readonly [rule: Rule, claim: string, title: string, reading: string, without: string]>([
    // Calls it untrue, though it has one of four terms.
    [
      "S1",
      "Artist Banksy drew a cartoon about the murders",
      "A bogus Banksy",
      "denies: conflicts: S1",
      "not evidence, neutral: has little of it"
    ],
    [
      "S1",
      "Artist Banksy drew a cartoon about the murders",
      "A Banksy that is no cat",
      "not evidence, neutral: has little of it",
      "not evidence, neutral: has little of it"
    ],
    [
      "S1",
      "Artist Banksy drew a cartoon about the murders",
      "Banksy is not a hoax",
      "not evidence, neutral: has little of it",
      "not evidence, neutral: has little of it"
    ],
    ["S1", vaccines, "Vaccines do not work", "denies: conflicts", "denies: conflicts"],
    // A year in common does not excuse another count.
    [
      "S2",
      "Apple will sell 15 million watches in 2015",
      "Apple sells 50 million watches in 2015",
      "neutral: has another number: S2",
      "affirms: agrees"
    ],
    [
      "S2",
      "Apple will sell 15 million watches in 2015",
      "Apple sells 15 million watches in 2016",
      "neutral: has another number: S2",
      "affirms: agrees"
    ],
    [
      "S2",
      "Apple will sell 15 million watches in 2015",
      "Apple sells 15 million watches at 300 dollars",
      "affirms: agrees",
      "affirms: agrees"
    ],
    // Undone.
    ["S6", cars, "EU scraps 2035 ban on new petrol cars", "denies: conflicts: S6", "affirms: agrees"],
    [
      "S6",
      bitcoin,
      "El Salvador ends bitcoin as legal tender after IMF deal",
      "denies: conflicts: S6",
      "affirms: agrees"
    ],
    [
      "S6",
      twitter,
      "Musk pulls out of $44 billion Twitter deal",
      "denies: conflicts: S6",
      "neutral: shares names alone: S9"
    ],
    [
      "S6",
      bitcoin,
      "Bitcoin legal tender week ends in tears in El Salvador",
      "affirms: agrees",
      "affirms: agrees"
    ],
    // Below 1 it undoes something else, and affirms nothing.
    ["S6", cars, "EU drops petrol plan", "neutral: has little of it", "affirms: agrees"],
    // The claim says so itself.
    [
      "S6",
      "El Salvador ends bitcoin as legal tender",
      "El Salvador ends bitcoin as legal tender",
      "affirms: agrees",
      "affirms: agrees"
    ],
    // Questions.
    [
      "S8",
      "NASA found water on the Moon",
      "Fact check: Did NASA find water on the Moon?",
      "neutral: asks: S8",
      "denies: conflicts: S1"
    ],
    [
      "S8",
      "NASA found water on the Moon",
      "Was water on the Moon found by NASA a hoax? We asked",
      "neutral: asks: S8",
      "denies: conflicts: S1"
    ],
    [
      "S8",
      "NASA found water on the Moon",
      "Did NASA find water on the Moon? It's fake",
      "denies: conflicts: S1",
      "denies: conflicts: S1"
    ],
    [
      "S8",
      "NASA found water on the Moon",
      "Water on the Moon? NASA scientists did not find any drop",
      "denies: conflicts",
      "denies: conflicts"
    ],
    // Names alone.
    [
      "S9",
      "Apple acquired OpenAI in 2025",
      "Apple and OpenAI announce partnership",
      "neutral: shares names alone: S9",
      "affirms: agrees"
    ],
    ["S9", "Apple acquired OpenAI in 2025", "Apple acquires OpenAI", "affirms: agrees", "affirms: agrees"],
    [
      "S9",
      "New Jersey can regulate the Kalshi market",
      "Kalshi wins in court against New Jersey",
      "neutral: shares names alone: S9",
      "affirms: agrees"
    ],
    [
      "S9",
      "Jihadi John is a Londoner named Mohammed Emwazi",
      "Jihadi John: killer is identified as Londoner Mohammed Emwazi",
      "affirms: agrees",
      "affirms: agrees"
    ],
    // A claim in one case has no names that could be told.
    [
      "S9",
      "apple acquired openai in 2025",
      "Apple and OpenAI announce partnership",
      "affirms: agrees",
      "affirms: agrees"
    ]
  ])("%s: %j by %j: %s", (rule, claim, title, reading, without) => {
    expect(read(claim, "news.search", title, null)).toBe(reading)
    expect(read(claim, "news.search", title, null, rule)).toBe(without)
  })
})

describe("texts", () => {
  const works = "academic.search"
  const entities = "knowledge.search"
  it.each<
    readonly [
      rule: Rule,
      provider: Provider,
      claim: string,
      title: string,
      text: string,
      reading: string,
      without: string
    ]
  >([
    [
      "S3",
      works,
      "Simón Bolívar was born in 1783",
      "",
      "Simón José Antonio de la Santísima Trinidad Bolívar y Palacios ([siˈmon boˈliβar]; 24 July 1783) was a leader.",
      "affirms: agrees",
      "neutral: is not in English"
    ],
    [
      "S5",
      works,
      "Solar power is cheap energy",
      "",
      "Solar power is expensive energy.",
      "denies: conflicts",
      "affirms: agrees"
    ],
    [
      "S7",
      works,
      diabetes,
      "",
      "Higher intake was associated with lower risk of type 2 diabetes in coffee drinkers.",
      "denies: conflicts: S7",
      "affirms: agrees"
    ],
    [
      "S7",
      works,
      "Coffee consumption reduces the risk of type 2 diabetes",
      "",
      "Increased coffee consumption is associated with lower risk of type 2 diabetes.",
      "affirms: agrees",
      "denies: conflicts"
    ],
    [
      "S9",
      entities,
      "Paris is the capital of Texas",
      "Paris",
      "capital and largest city of France",
      "neutral: lacks a name: S9",
      "affirms: agrees"
    ],
    [
      "S9",
      entities,
      "Paris is the capital of France",
      "Paris",
      "capital and largest city of France",
      "affirms: agrees",
      "affirms: agrees"
    ],
    // Another member of a class denies all the same.
    [
      "S9",
      entities,
      "Attila was a king of France",
      "Attila",
      "king of Germany",
      "denies: conflicts",
      "denies: conflicts"
    ]
  ])("%s: of %s, %j by %j, %j: %s", (rule, provider, claim, title, text, reading, without) => {
    expect(read(claim, provider, title, text)).toBe(reading)
    expect(read(claim, provider, title, text, rule)).toBe(without)
  })

  it("may have the claim's terms apart", () => {
    const text =
      "Background is given. We studied patients. Methods were applied. Risk comes with severe rain."
    expect(read("Smoking raises severe disease risk", works, "A study", text)).toBe("affirms: agrees")
  })
})
