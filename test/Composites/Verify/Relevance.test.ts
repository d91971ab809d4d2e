import { describe, expect, it } from "vitest"
import { readClaim } from "../../../src/Composites/Verify/Claim.ts"
import { relevanceOf } from "../../../src/Composites/Verify/Relevance.ts"
import { sentencesOf } from "../../../src/Composites/Verify/Sentence.ts"

describe("readClaim: terms", () => {
  it.each([
    // A number weighs 1.2, a word of 3 letters at most 0.7; stop words and negations are no terms.
    ["The Apple Watch will cost $350", "apple 1, watch 1, cost 1, 350 1.2"],
    ["Nobody has not seen a cat in 2014", "seen 1, cat 0.7, 2014 1.2"],
    ["Vaccines, vaccine and vaccination", "vaccines 1"],
    ["It is what it is", ""],
    ["<i>Smoking</i> &amp; health", "smoking 1, health 1"]
  ])("%j has %j", (claim, expected) => {
    const { terms, weight } = readClaim(claim)
    expect(terms.map(({ text, weight }) => `${text} ${weight}`).join(", ")).toBe(expected)
    expect(weight).toBeCloseTo(terms.reduce((sum, one) => sum + one.weight, 0))
  })
})

const read = (claim: string, title: string, text = "") => {
  const { best, matches, score } = relevanceOf(readClaim(claim), sentencesOf(title, text), title !== "")
  return { score, best, matches: matches.map(({ term, weight }) => `${term} ${weight}`) }
}

describe("relevanceOf", () => {
  it.each([
    // The share matched and the number matched of 6 at most: 1 + 3/6.
    ["Apple sells watches", "Apple sells a watch", 1.5],
    ["Apple sells watches", "Apple opens a store", 1 / 3 + 1 / 6],
    // A shared beginning of 6 letters counts 0.7, but for numbers.
    ["Neuroscience grows", "Neurology grows", 1 / 2 + 1 / 6],
    ["Neuroscience grows", "Neuroscientists grow", 1.7 / 2 + 1.7 / 6],
    ["2014000 died", "2014001 died", 1 / 2.2 + 1 / 6],
    ["a b c d e f g h i j", "a b c d e f g h i j", 1 + 5.6 / 6],
    [
      "alpha bravo charlie delta echo foxtrot golf hotel",
      "alpha bravo charlie delta echo foxtrot golf hotel",
      2
    ],
    ["It is what it is", "It is what it is", 0],
    ["Apple sells watches", "", 0]
  ])("of %j in %j is %d", (claim, title, expected) => {
    expect(read(claim, title).score).toBeCloseTo(expected, 10)
  })

  it("is that of the best sentence with the neighbour that adds most", () => {
    const text = "Apple made phones. It sells watches. Rain fell. Snow fell."
    expect(read("Apple sells watches", "", text)).toEqual({
      score: 1.5,
      best: 1,
      matches: ["apple 1", "sells 1", "watches 1"]
    })
  })

  it.each([
    ["of two alike, the first", "", "Rain fell here. Rain fell there. Sun.", 0],
    ["a title that says something before a sentence", "Rain falls", "Rain falls here.", 0],
    ["a sentence before a title that names a topic", "Rain", "Rain falls here.", 1],
    [
      "a conclusion before what comes earlier",
      "",
      "Rain fell. A. Sun shone. Sky cleared. Wind blew. Rain fell.",
      4
    ],
    [
      "but not before more of the claim",
      "",
      "Rain fell hard. Sun shone. Sky cleared. Wind blew. Rain fell.",
      0
    ]
  ])("prefers %s", (_, title, text, best) => {
    expect(read("Hard rain fell", title, text).best).toBe(best)
  })
})
