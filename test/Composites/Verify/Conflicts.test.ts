import { describe, expect, it } from "vitest"
import { readClaim } from "../../../src/Composites/Verify/Claim.ts"
import { antonymConflicts } from "../../../src/Composites/Verify/conflicts/AntonymConflict.ts"
import type { Conflict } from "../../../src/Composites/Verify/conflicts/Conflict.ts"
import {
  classConflicts,
  conflictsOf,
  equalityConflicts,
  numberConflicts
} from "../../../src/Composites/Verify/conflicts/Conflicts.ts"
import { denials } from "../../../src/Composites/Verify/Denial.ts"
import { allRules } from "../../../src/Composites/Verify/Rules.ts"
import { readSentence } from "../../../src/Composites/Verify/Sentence.ts"

const shown = (conflicts: ReadonlyArray<Conflict>): ReadonlyArray<string> =>
  conflicts.map(({ claim, evidence, kind }) => `${kind}: ${claim} / ${evidence}`)

describe("antonymConflicts", () => {
  it.each([
    ["Prices increased", "Prices decreased", ["antonym: increas / decreas"]],
    ["Prices increased", "Prices fell", ["antonym: increas / fell"]],
    ["The patient died", "The patient survived", ["antonym: die / surviv"]],
    ["Prices increased", "Prices increased, then decreased", []],
    ["Prices rise and fall", "Prices fall", []],
    ["Prices increased", "Prices stayed", []]
  ])("%j and %j: %j", (claim, evidence, expected) => {
    expect(shown(antonymConflicts(readSentence(claim), readSentence(evidence)))).toEqual(expected)
  })
})

const inBest =
  (conflicts: typeof numberConflicts) =>
  (claim: string, best: string, ...others: ReadonlyArray<string>) =>
    shown(conflicts(readSentence(claim), readSentence(best), [best, ...others].map(readSentence)))

describe("numberConflicts", () => {
  const conflicts = inBest(numberConflicts)
  it.each([
    ["30 million sold", "50 million sold", ["number: 30000000 / 50000000"]],
    ["30 million sold", "30,000,000 sold", []],
    // 2% apart is the same, but for years.
    ["100 died", "101 died", []],
    ["100 died", "103 died", ["number: 100 / 103"]],
    ["He died in 1990", "He died in 1991", ["number: 1990 / 1991"]],
    // The unit is the same.
    ["50% of 300 died", "In 1990, 20% died", ["number: 50 % / 20 %"]],
    ["50% died", "20 people died", []],
    // The unit is of the same kind.
    ["The race is 42 km long", "The race is 26.2 miles long", []],
    ["The bridge is 5 km long", "The bridge is 5 miles long", ["number: 5 km / 5 mi"]],
    ["It boils at 100 °C", "It boils at 212 °F", []],
    ["It melts at 20 °C", "It melts at 20 °F", ["number: 20 °C / 20 °F"]],
    ["It took 2 weeks", "It took 14 days", []],
    ["It took 2 weeks", "It weighs 2 kg", []],
    ["It fell by -5%", "It fell by 5%", ["number: -5 % / 5 %"]],
    // A year in common does not excuse another count, nor a count another year.
    ["It rose by 1.1 degrees since 1900", "It rose by 0.5 degrees since 1900", ["number: 1.1 / 0.5"]],
    ["A 1940 play in three acts", "A 1930 play in three acts", ["number: 1940 / 1930"]],
    ["2,000 people died", "2000 people died, 5 lived", []],
    // One shared number is enough.
    ["5 of 20 died", "20 died, 3 lived", []],
    ["Some died", "20 died", []],
    ["20 died", "Some died", []]
  ])("%j and %j: %j", (claim, best, expected) => {
    expect(conflicts(claim, best)).toEqual(expected)
  })

  it("looks for the claim's numbers in all sentences", () => {
    expect(conflicts("20 died", "30 were hurt", "20 died")).toEqual([])
  })
})

describe("classConflicts", () => {
  const conflicts = inBest(classConflicts)
  it.each([
    ["It rained on Monday", "It rained on Friday", ["class: monday / friday"]],
    ["A French actor", "An actor from France", []],
    ["A French actor", "A German actor", ["class: france / germany"]],
    ["A French actor", "A Franco-German actor of French descent", []],
    ["An American actor", "A U.S. actor", []],
    ["The fifth planet", "The sixth planet", ["class: fifth / sixth"]],
    ["He is a singer", "He is a guitarist", []],
    ["He is a singer", "He is a comedian", ["class: musician / comedian"]],
    ["A blue car", "A fast car", []]
  ])("%j and %j: %j", (claim, best, expected) => {
    expect(conflicts(claim, best)).toEqual(expected)
  })

  it("looks for the claim's member in all sentences", () => {
    expect(conflicts("A French actor", "A German actor", "He lives in France")).toEqual([])
  })
})

describe("equalityConflicts", () => {
  it.each([
    ["Risk is the same", "Risk is higher", ["equality: same / higher"]],
    ["Risk is higher", "Risk is similar", ["equality: higher / similar"]],
    ["Men are as likely as women", "Men are more often ill", ["equality: as likely as / more"]],
    ["Risk is higher", "Risk remained fully comparable", ["equality: higher / comparable"]],
    ["Risk is higher", "Similar patients were studied", []],
    ["Risk is the same", "Risk is similar", []],
    ["Risk is the same", "Risk is there", []],
    ["Risk is higher", "Risk is lower", []]
  ])("%j and %j: %j", (claim, best, expected) => {
    expect(shown(equalityConflicts(readSentence(claim), readSentence(best)))).toEqual(expected)
  })
})

describe("conflictsOf", () => {
  const conflicts = (claim: string, text: string, channel: "headline" | "short" | "long" = "short") => {
    const [read, best] = [readClaim(claim), readSentence(text)]
    const pair = { claim: read, best, channel, rules: allRules }
    return shown(conflictsOf(pair, [best], denials(best.tokens, read.stems)))
  }

  it.each([
    ["It rains", "It rains", []],
    ["It rains", "It does not rain", ["polarity:  / not"]],
    ["It does not rain", "It rains", ["polarity: not / "]],
    // Both deny: no conflict.
    ["It does not rain", "It never rains", []],
    ["The photo was a hoax", "The photo was a hoax", []],
    ["The photo was a hoax", "The photo was not a hoax", ["polarity: hoax / "]],
    // Both affirm, or both deny: the others count.
    ["Prices rose", "Prices fell", ["direction: rose / fell"]],
    ["Prices never rose", "Prices did not fall", ["direction: rose / fall"]],
    // A claim that denies is affirmed by what excludes the denied.
    ["Prices did not rise", "Prices fell", []],
    ["She was not the first", "She was the second", []],
    ["She was not French", "She was German", []],
    // Evidence that denies does not affirm by it.
    ["Prices rose", "Prices did not fall", ["polarity:  / not"]]
  ])("%j and %j: %j", (claim, text, expected) => {
    expect(conflicts(claim, text)).toEqual(expected)
  })

  it("are of polarity alone in headlines", () => {
    expect(conflicts("Prices rose 5% on Monday", "Prices fell 9% on Friday", "headline")).toEqual([])
    expect(conflicts("Prices rose", "Prices did not rise", "headline")).toEqual(["polarity:  / not"])
  })
})
