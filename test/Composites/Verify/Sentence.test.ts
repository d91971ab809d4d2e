import * as FastCheck from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { sentencesOf, splitSentences } from "../../../src/Composites/Verify/Sentence.ts"

describe("splitSentences", () => {
  it.each([
    ["One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]],
    ["one. two. three.", ["one.", "two.", "three."]],
    ["It fell by 3.5 percent. It rose.", ["It fell by 3.5 percent.", "It rose."]],
    ['He said "no." Then he left.', ['He said "no."', "Then he left."]],
    ["He said “no.” Then he left.", ["He said “no.”", "Then he left."]],
    ["Dr. Smith met Mr. Jones.", ["Dr. Smith met Mr. Jones."]],
    ["DR. SMITH MET MR. JONES.", ["DR. SMITH MET MR. JONES."]],
    ["J. K. Rowling wrote it. She lives.", ["J. K. Rowling wrote it.", "She lives."]],
    ["Smith et al. found it, e.g. here.", ["Smith et al. found it, e.g. here."]],
    ["In the U.S. it rains. Often.", ["In the U.S. it rains.", "Often."]],
    ["It ended in Jan. 2014. 12 died.", ["It ended in Jan. 2014.", "12 died."]],
    ["No blank.Here. * - Marks", ["No blank.Here. * - Marks"]],
    ["It ends with etc.", ["It ends with etc."]],
    ["", []],
    ["   ", []]
  ])("%j is %j", (text, expected) => {
    expect(splitSentences(text)).toEqual(expected)
  })

  it("loses nothing but blanks", () => {
    FastCheck.assert(
      FastCheck.property(
        FastCheck.string({ unit: FastCheck.constantFrom("a", "B", ". ", "dr. ", "? ", '"', " ") }),
        (text) => {
          expect(splitSentences(text).join(" ").replace(/\s/g, "")).toBe(text.replace(/\s/g, ""))
        }
      )
    )
  })
})

describe("sentencesOf", () => {
  it("has the title first, whole, and 60 sentences at most", () => {
    const sentences = sentencesOf("Why? Because.", "Yes. ".repeat(100))
    expect(sentences.map(({ text }) => text).slice(0, 3)).toEqual(["Why? Because.", "Yes.", "Yes."])
    expect(sentences).toHaveLength(60)
  })

  it("has no sentence for an empty title", () => {
    expect(sentencesOf("", "Yes.")).toHaveLength(1)
    expect(sentencesOf("", "")).toEqual([])
  })
})
