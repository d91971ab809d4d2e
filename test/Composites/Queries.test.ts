import { Option } from "effect"
import * as FastCheck from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { academicQuery, knowledgeQuery, newsQuery } from "../../src/Composites/Queries.ts"
import * as Gdelt from "../../src/Text/NewsQuery.ts"
import { someText } from "./Outcomes.ts"

describe("queries", () => {
  it.each([
    // Claims: the subject for knowledge, the words that say most for news.
    ["Smoking causes lung cancer", "Smoking causes lung cancer", "Smoking"],
    ["The Eiffel Tower is in Paris", "Eiffel Tower Paris", "Eiffel Tower"],
    ["Albert Einstein was born in Ulm in 1879.", "Albert Einstein Ulm 1879", "Albert Einstein"],
    ["Climate change is not real", "Climate change real", "Climate change"],
    // Names and numbers come first.
    [
      "Tesla's Elon Musk bought Twitter for $44 billion in October 2022",
      "Elon Musk Twitter October",
      "Elon Musk"
    ],
    ["NASA landed on the Moon in 1969", "NASA landed Moon 1969", "Moon"],
    // A number is no name.
    ["Water boils at 100 degrees Celsius", "Water boils 100 Celsius", "Celsius"],
    ["Early in 1969 Apollo 11 went there", "Early 1969 Apollo went", "Apollo 11"],
    [
      "COVID-19 vaccines cause infertility",
      "COVID-19 vaccines cause infertility",
      "COVID-19 vaccines cause infertility"
    ],
    // Questions.
    ["What is machine learning?", "machine learning", "machine learning"],
    ["Who is Marie Curie?", "Marie Curie", "Marie Curie"],
    ["Is the Earth flat?", "Earth flat", "Earth flat"],
    // Names.
    ["Mercury", "Mercury", "Mercury"],
    ["AT&T", "AT&T", "AT&T"],
    ["C++", "C++", "C++"],
    // Too short to stand alone in a search for news.
    ["Is C# fast?", "fast", "C# fast"],
    ["12345", "12345", "12345"],
    // Other languages and scripts, as they are.
    ["La Tierra es plana", "Tierra plana", "La Tierra es plana"],
    ["Земля плоская", "Земля плоская", "Земля плоская"],
    ["地球は平らです", "地球は平らです", "地球は平らです"],
    ["हिन्दी भाषा", "हिन्दी भाषा", "हिन्दी भाषा"],
    // Nothing to choose from.
    ["the of and to in", "the of and to in", "the of and to in"],
    ["!!!!!", "!!!!!", "!!!!!"],
    ["word ".repeat(99).trim(), "word", "word"],
    ["a".repeat(500), "a".repeat(180), "a".repeat(200)],
    ["𝕏".repeat(500), "𝕏".repeat(180), "𝕏".repeat(200)],
    ["no ".repeat(166).trim(), "no ".repeat(60).trim(), "no ".repeat(67).trim()]
  ])("of %j", (text, news, knowledge) => {
    expect(newsQuery(text)).toBe(news)
    expect(knowledgeQuery(text)).toBe(knowledge)
    expect(academicQuery(text)).toBe(text)
  })

  it("spell out for news what is too short to be searched for", () => {
    expect(newsQuery("AI causes unemployment in the US")).toBe(
      '"artificial intelligence" causes unemployment "United States"'
    )
    expect(Gdelt.newsQuery([newsQuery("AI causes unemployment in the US")])).toEqual(
      Option.some('"artificial intelligence" causes unemployment "United States"')
    )
    expect(newsQuery("ai causes unemployment")).toBe("causes unemployment")
  })

  it("have no markup", () => {
    const text = "<b>Smoking</b> causes&nbsp;<i>lung\ncancer</i> &amp; more <!-- x -->"
    expect(academicQuery("<b>Smoking</b> causes&nbsp;<i>lung\ncancer</i>")).toBe("Smoking causes lung cancer")
    for (const query of [academicQuery(text), newsQuery(text), knowledgeQuery(text)]) {
      expect(query).not.toMatch(/[<>]b|nbsp|amp;/)
    }
  })

  it("of markup alone ask knowledge for the markup: its provider takes no empty query", () => {
    expect([academicQuery("<b></b>"), newsQuery("<b></b>"), knowledgeQuery("<b></b>")]).toEqual([
      "",
      "",
      "<b></b>"
    ])
  })

  it("have each word once", () => {
    expect(newsQuery("Coffee, coffee and COFFEE against tea")).toBe("Coffee tea")
  })

  it("are no longer than the providers take, whatever the text", () => {
    const sentence = FastCheck.oneof(
      someText,
      FastCheck.array(FastCheck.constantFrom("Wo", "x-y", "Musk", "the", "𝕏", "is", "1"), {
        maxLength: 250
      }).map((all) => all.join(" ").slice(0, 500)),
      FastCheck.string({ unit: "grapheme", maxLength: 250 })
    ).filter((text) => text.trim() !== "")
    FastCheck.assert(
      FastCheck.property(sentence, (text) => {
        const knowledge = knowledgeQuery(text.trim())
        expect(Array.from(knowledge).length).toBeLessThanOrEqual(200)
        expect(knowledge).toBe(knowledge.trim())
        expect(knowledge).not.toBe("")
        expect(Array.from(newsQuery(text)).length).toBeLessThanOrEqual(180)
        // The provider's own limit is about 250, with what quoting adds.
        expect(Option.getOrElse(Gdelt.newsQuery([newsQuery(text)]), () => "").length).toBeLessThanOrEqual(250)
      })
    )
  })
})
