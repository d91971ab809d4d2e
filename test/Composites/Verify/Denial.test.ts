import { describe, expect, it } from "vitest"
import { denials } from "../../../src/Composites/Verify/Denial.ts"
import { readSentence } from "../../../src/Composites/Verify/Sentence.ts"

const cues = (text: string, claim = text): ReadonlyArray<string> =>
  denials(readSentence(text).tokens, readSentence(claim).stems)

describe("denials", () => {
  it.each([
    ["Vaccines cause autism", []],
    // Negators.
    ["Vaccines do not cause autism", ["not"]],
    ["Vaccines don't cause autism", ["not"]],
    ["Nobody and nothing ever", ["nobody", "nothing"]],
    ["It hardly works", ["hardly"]],
    ["A hard and rare case", []],
    // Words of negative meaning.
    ["They lack vitamins", ["lack"]],
    ["It is unlikely", ["unlikely"]],
    ["It failed to work", ["fail to"]],
    ["He fails spectacularly", []],
    // Refutations.
    ["The photo was a hoax", ["hoax"]],
    ["Police denied it", ["denied"]],
    ["Story debunked as fake", ["debunked", "fake"]],
    ["The staged photo", ["staged"]],
    ["The stage", []],
    ["The doctors", []],
    ["A disputed claim", ["disputed"]],
    ["A billing dispute", []],
    // Phrases.
    ["There is no evidence for it", ["no evidence"]],
    ["Contrary to reports", ["contrary to"]],
    ["Apple shuts down rumors", ["shut down rumor"]],
    ["Apple shuts down a store", []],
    ["A so-called expert", []],
    ["A conspiracy theory", ["conspiracy theory"]],
    ["Charged with conspiracy", []],
    // What only looks like a denial.
    ["Not only rain but snow", []],
    ["No doubt it rains", []],
    ["It is none other than him", []],
    ["The union is made up of states", []],
    ["The story is made up", ["made up"]],
    // A denial that is itself negated is none.
    ["It is not a hoax", []],
    ["It wasn't fake news", []],
    ["It is not unlikely", []],
    ["No, it is a hoax", ["no", "hoax"]],
    ["Not in this case, but it is fake", ["not", "fake"]]
  ])("of %j are %j", (text, expected) => {
    expect(cues(text)).toEqual(expected)
  })

  it.each([
    ["Nun with no idea of it gives birth", "A nun gave birth", []],
    ["No nun gave birth", "A nun gave birth", ["no"]],
    ["No Italian nun gave birth", "A nun gave birth", ["no"]],
    ["Nobody gave birth", "A nun gave birth", ["nobody"]],
    ["Nun gives birth without help", "A nun gave birth", []],
    ["A house without a nun", "A nun gave birth", ["without"]],
    ["No one was there", "A nun gave birth", ["no"]],
    ["No: a nun gave birth", "A nun gave birth", ["no"]],
    ["Drug improves memory but not attention", "A drug improves memory", []],
    ["Drug improves memory but not attention", "A drug improves attention", ["not"]]
  ])("of %j, spoken of %j, are %j: no and without deny the noun after them", (text, claim, expected) => {
    expect(cues(text, claim)).toEqual(expected)
  })
})
