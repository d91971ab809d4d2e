import { Either, Option } from "effect"
import * as FastCheck from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { knowledgeName } from "../../../src/Composites/Queries/Knowledge.ts"
import { newsTerms } from "../../../src/Composites/Queries/News.ts"
import { singularOf, variantsOf } from "../../../src/Composites/Queries/Plurals.ts"
import { rarityOf } from "../../../src/Composites/Queries/Rarity.ts"
import { commonWords } from "../../../src/Composites/Queries/words/CommonWords.ts"
import { askAll } from "../../../src/Composites/QueryPlan.ts"
import { parse } from "../../../src/Sandbox/providers/SimulatedGdeltSearch.ts"
import { newsQuery } from "../../../src/Text/NewsQuery.ts"
import { someText } from "../Outcomes.ts"
import { askedOf } from "./Asked.ts"

const sources = ["news", "academic", "knowledge"] as const

describe("a text", () => {
  it.each<readonly [text: string, news: string | null, literature: string | null, entities: string | null]>([
    [
      "Tesla's Elon Musk bought Twitter for $44 billion in October 2022",
      '"Elon Musk" (twitter OR tesla OR bought)',
      'tesla OR "Elon Musk" OR twitter OR bought',
      "Elon Musk"
    ],
    // The function words of another language are left out as those of English are, but not from names.
    [
      "¿Cuál es el efecto del café en la salud?",
      "efecto (café OR salud)",
      "efecto OR café OR salud",
      "efecto"
    ],
    [
      "Wie wirkt Kaffee auf die Gesundheit?",
      "kaffee (gesundheit OR wirkt)",
      "wirkt OR kaffee OR gesundheit",
      "Kaffee"
    ],
    [
      "¿Qué pasó en Los Ángeles este año?",
      '"Los Ángeles" (pasó OR año)',
      'pasó OR "Los Ángeles" OR año',
      "Los Ángeles"
    ],
    ["¿Qué es?", null, null, null],
    // As it is copied from a page that hyphenates.
    [
      "Machine lear\u00adning beats doc\u00adtors",
      "beats (machine OR machines OR doctors OR doctor OR learning)",
      "beats OR machine OR doctors OR learning",
      "beats"
    ],
    [
      "President Donald Trump was indicted on Tuesday",
      '"Donald Trump" (president OR indicted)',
      '"Donald Trump" OR indicted OR president',
      "Donald Trump"
    ],
    [
      "The American company fired a French engineer",
      "engineer (french OR company OR companies OR american)",
      "engineer OR french OR company OR fired OR american",
      "engineer"
    ],
    // The person, not the office.
    [
      "Former British Prime Minister David Cameron is dead",
      '"David Cameron" (british OR minister OR prime)',
      'british OR minister OR "David Cameron" OR prime OR former OR dead',
      "David Cameron"
    ],
    [
      "Apple CEO Tim Cook retired early",
      '"Tim Cook" (ceo OR apple OR early)',
      'ceo OR "Tim Cook" OR apple OR retired OR early',
      "Tim Cook"
    ],
    [
      "US Secretary of State John Kerry visited Paris",
      '"John Kerry" (paris OR secretary OR "United States")',
      '"John Kerry" OR paris OR secretary OR visited OR "United States"',
      "John Kerry"
    ],
    [
      "Home Secretary Theresa May resigned",
      '"Theresa May" (secretary OR resigned OR home OR homes)',
      '"Theresa May" OR resigned OR secretary OR home',
      "Theresa May"
    ],
    ["Artist Banksy died", "banksy (artist OR artists OR died)", "banksy OR artist OR died", "Artist Banksy"],
    [
      "Canadian-Israeli Jane Smithson of Kent was captured",
      '"Jane Smithson" (kent OR "Canadian-Israeli" OR captured)',
      '"Canadian-Israeli" OR "Jane Smithson" OR kent OR captured',
      "Jane Smithson"
    ],
    [
      "Leonardo da Vinci painted the Mona Lisa",
      '"Leonardo da Vinci" ("Mona Lisa" OR painted)',
      '"Leonardo da Vinci" OR "Mona Lisa" OR painted',
      "Leonardo da Vinci"
    ],
    [
      "Bank of England raised interest rates",
      '"Bank of England" (rates OR rate OR interest OR interests OR raised)',
      '"Bank of England" OR rates OR raised OR interest',
      "Bank of England"
    ],
    // No names.
    [
      "Residents of New York voted",
      '"New York" (residents OR resident OR voted)',
      '"New York" OR residents OR voted',
      "New York"
    ],
    [
      "Cases of COVID-19 rose",
      '"COVID-19" (rose OR cases OR case)',
      '"COVID-19" OR rose OR cases',
      "Cases of COVID-19"
    ],
    [
      "Microsoft will buy Mojang AB on Jan. 4",
      "mojang (microsoft OR buy OR buys)",
      "microsoft OR mojang OR buy",
      "Microsoft"
    ],
    ["NASA landed on the Moon in 1969", "moon (nasa OR landed)", "nasa OR moon OR landed", "Moon"],
    [
      "Albert Einstein was born in Ulm in 1879.",
      '"Albert Einstein" (ulm OR born)',
      '"Albert Einstein" OR ulm OR born',
      "Albert Einstein"
    ],
    [
      "Johnson of the University of California at Berkeley won",
      '"Johnson of the University of California" (berkeley OR won)',
      '"Johnson of the University of California" OR berkeley OR won',
      "Johnson of the University of California"
    ],
    [
      "Argentina's President Adopts Boy To End Werewolf Curse",
      "argentina (werewolf OR curse OR president)",
      "argentina OR werewolf OR curse OR president OR adopts OR boy",
      "Argentina"
    ],
    ["A 16-year-old boy won the 100th race", "race (won OR boy OR boys)", "race OR won OR boy", "boy"],
    ["Apple sold 15 million iPhones in May", "iphones (apple OR sold)", "iphones OR apple OR sold", "Apple"],
    [
      "AI causes unemployment in the US",
      'unemployment ("artificial intelligence" OR causes OR cause OR "United States")',
      'unemployment OR "artificial intelligence" OR causes OR "United States"',
      "artificial intelligence"
    ],
    ["Aliens visit us", "aliens (visit OR visits)", "aliens OR visit", "Aliens visit us"],
    [
      "The WHO declared COVID a pandemic",
      '"COVID-19" (pandemic OR "World Health Organization" OR declared)',
      '"COVID-19" OR pandemic OR declared OR "World Health Organization"',
      "COVID-19"
    ],
    [
      "CO2 heats the UK",
      '"carbon dioxide" (heats OR heat OR "United Kingdom" OR Britain)',
      '"carbon dioxide" OR heats OR "United Kingdom"',
      "carbon dioxide"
    ],
    [
      "B12 deficiency causes anemia",
      '"B12 deficiency" (anemia OR causes OR cause)',
      "B12 OR deficiency OR anemia OR causes",
      "B12 deficiency"
    ],
    ["Vitamin B12 helps", '"Vitamin B12" (helps OR help)', '"Vitamin B12" OR helps', "Vitamin B12"],
    ["H1N1 vaccine is unsafe", "H1N1 (vaccine OR unsafe)", "H1N1 OR vaccine OR unsafe", "H1N1 vaccine"],
    [
      "F-16 jets crashed",
      '"F-16" (jets OR jet OR crashed)',
      '"F-16" OR jets OR crashed',
      "F-16 jets crashed"
    ],
    ["C++ is slow", '"C is slow"', '"C++" OR slow', "C++"],
    [
      "AT&T bought Time Warner",
      '"Time Warner" ("AT&T" OR bought)',
      '"AT&T" OR "Time Warner" OR bought',
      "Time Warner"
    ],
    [
      "Low-carb diets reduce weight",
      '"Low-carb" (diets OR diet OR weight OR reduce OR reduces)',
      '"Low-carb" OR diets OR weight OR reduce',
      "Low-carb"
    ],
    ["Coffee, coffee and COFFEE against tea", "tea coffee", "tea OR coffee", "tea"],
    [
      "He makes and finds and takes things",
      "things (finds OR find OR takes OR take OR makes OR make)",
      "things OR finds OR takes OR makes",
      "things"
    ],
    ["Politics is boring", "politics boring", "politics OR boring", "Politics"],
    ["Smoking", "smoking", "Smoking", "Smoking"],
    ["12345 678", '"12345 678"', "12345 678", "12345 678"],
    [
      "VACCINES CAUSE AUTISM IN CHILDREN",
      "vaccines (autism OR children OR cause OR causes)",
      "vaccines OR autism OR children OR cause",
      "VACCINES"
    ],
    [
      "vaccines cause autism in children",
      "vaccines (autism OR children OR cause OR causes)",
      "vaccines OR autism OR children OR cause",
      "vaccines"
    ],
    [
      "vaccines AND autism OR NOT measles",
      "vaccines (autism OR measles)",
      "vaccines OR autism OR measles",
      "vaccines"
    ],
    [
      'He said "vaccines (maybe) cause autism": true?',
      "vaccines (autism OR maybe OR true)",
      "vaccines OR autism OR maybe OR true OR cause",
      "vaccines"
    ],
    [
      "domain:cnn.com near10:vaccines -children (autism)",
      '"cnn.com" (near10 OR vaccines OR vaccine OR autism)',
      '"cnn.com" OR near10 OR vaccines OR autism OR domain OR children',
      "cnn.com"
    ],
    ["Вакцины cause аутизм", "вакцины (аутизм OR cause OR causes)", "вакцины OR аутизм OR cause", "Вакцины"],
    ["地球は平らです", "地球は平らです", "地球は平らです", "地球は平らです"],
    ["Земля плоская", "земля плоская", "земля OR плоская", "Земля плоская"],
    ["La Tierra es plana", '"La Tierra" plana', '"La Tierra" OR plana', "La Tierra"],
    ["हिन्दी भाषा", "हिन्दी भाषा", "हिन्दी OR भाषा", "हिन्दी भाषा"],
    ["What is machine learning?", "machine learning", "machine OR learning", "machine learning"],
    ["Who is Marie Curie?", '"Marie Curie"', "Who is Marie Curie", "Marie Curie"],
    ["Is the Earth flat?", "earth flat", "flat OR earth", "Earth"],
    ["How does CRISPR work?", "crispr", "How does CRISPR work", "CRISPR"],
    ["Attila the Hun", '"Attila the Hun"', "Attila the Hun", "Attila the Hun"],
    ["The Who", '"the who"', "The Who", "The Who"],
    ["carbon", "carbon", "carbon", "carbon"],
    ["Iran sanctions", "iran (sanctions OR sanction)", "iran OR sanctions", "Iran sanctions"],
    ["https://www.example.com/x?y=z is down", '"example.com"', "example.com is down", "example.com"],
    [
      "<b>Smoking</b> causes&nbsp;<i>lung\ncancer</i>",
      "cancer (lung OR smoking OR causes OR cause)",
      "cancer OR lung OR smoking OR causes",
      "Smoking"
    ],
    ["<b></b>", null, null, null],
    ["!!!!!", null, null, null],
    ["AND OR NOT", null, null, null],
    ["the of and to in", null, null, null]
  ])("%j is asked of the providers", (text, news, literature, entities) => {
    const { gdelt, openalex, wikidata } = askedOf(askAll(text, sources, 12))
    expect([gdelt, openalex, wikidata]).toEqual([news, literature, entities])
  })
})

/** Texts as people type them, and as they do not. */
const anyText = FastCheck.oneof(
  someText,
  FastCheck.array(
    FastCheck.constantFrom(
      ..."The US EU AI 5G COVID-19 Elon Musk of Paris is not AND OR NOT near5: title:x 3.4% $44 billion 2023 vaccines cause autism \" ' ( ) [ : - , . ! ? & 地球 Земля é 𝕏 U.S. C++ 1 <b> &amp; https://a.example/b".split(
        " "
      )
    ),
    { maxLength: 100 }
  ).map((all) => all.join(" ").slice(0, 500)),
  FastCheck.string({ unit: "grapheme", maxLength: 250 })
).filter((text) => text.trim() !== "")

describe("what is asked for any text", () => {
  it("is taken by the providers", () => {
    FastCheck.assert(
      FastCheck.property(anyText, (text) => {
        const { gdelt, openalex, wikidata } = askedOf(askAll(text.trim(), sources, 12))
        if (gdelt !== null) {
          expect(parse(gdelt)).toSatisfy(Either.isRight)
          expect(gdelt.length).toBeLessThanOrEqual(250)
        }
        if (openalex !== null) {
          expect(openalex).toMatch(/[\p{L}\p{N}]/u)
          expect((openalex.match(/(?<=^|\s)(?:AND|OR|NOT)(?=\s|$)/g) ?? []).length).toBeLessThanOrEqual(5)
          expect(openalex.split('"').length % 2).toBe(1)
        }
        if (wikidata !== null) {
          expect(wikidata.trim()).toBe(wikidata)
          expect(wikidata).toMatch(/[\p{L}\p{N}]/u)
          expect(wikidata.length).toBeLessThanOrEqual(100)
        }
      })
    )
  })

  it("does not depend on a full stop, blanks or markup around it", () => {
    FastCheck.assert(
      FastCheck.property(anyText, (text) => {
        const asked = askedOf(askAll(text, sources, 12))
        expect(askedOf(askAll(` <i>${text}</i> `, sources, 12)).gdelt).toBe(asked.gdelt)
        expect(askedOf(askAll(`${text} .`, sources, 12)).gdelt).toBe(asked.gdelt)
      })
    )
  })
})

describe("knowledgeName", () => {
  it.each([
    // Without its number each of the two would be the other one.
    ["World War 1", "World War 1"],
    ["World War 2", "World War 2"],
    ["World War 2 ended in 1945", "World War 2"],
    ["World War 2 in Europe", "World War 2"],
    // An apostrophe of Windows-1252, and a soft hyphen as a reference.
    ["Donald Trump\u0092s wall was built", "Donald Trump"],
    ["Machine Lear&shy;ning was invented in 1950", "Machine Learning"],
    ["In New York 20 people were shot", "New York"],
    ["Toy Story 3 was released in 2010", "Toy Story 3"],
    // What is no part of the name.
    ["Elon Musk's 2 companies", "Elon Musk"],
    ["New York 8 million people", "New York"],
    ["Marie Curie, 1903", "Marie Curie"],
    ["Marie Curie won 2 Nobel Prizes", "Marie Curie"]
  ])("of %j is %j", (text, expected) => {
    expect(knowledgeName(text)).toBe(expected)
  })
})

describe("newsTerms", () => {
  const words = (length: number) => ["b", "c", "d", "e"].map((letter) => `${letter.repeat(length - 1)}s`)
  it.each([
    [20, 7],
    // Four terms of 34 characters leave no room.
    [34, 4]
  ])("adds the other number of a noun while the search is short: terms of %d characters", (length, count) => {
    const { all, any } = newsTerms(words(length).join(" and "))
    expect(all).toEqual(words(length).slice(0, 1))
    expect([...all, ...any].length).toBe(count)
    expect(Option.getOrThrow(newsQuery({ all, any })).length).toBeLessThanOrEqual(180)
  })
})

describe("newsQuery of terms", () => {
  it.each([
    [{ all: ["El Salvador"], any: ["bitcoin", "legal"] }, '"El Salvador" (bitcoin OR legal)'],
    [{ all: ["climate"], any: ["humans"] }, "climate humans"],
    [{ all: [], any: ["Mercury", "Venus"] }, "(Mercury OR Venus)"],
    [{ all: [], any: ["Mercury"] }, "Mercury"],
    // What cannot be searched for is left out; the first alternative takes the place of a lead.
    [{ all: ["EU"], any: ["petrol", "UK", "cars", "car"] }, "petrol (cars OR car)"],
    [{ all: ["EU"], any: ["UK"] }, null],
    [{ all: ["EU"], any: ["petrol"] }, "petrol"],
    [{ all: ["petrol"], any: ["Petrol", "petrol"] }, "petrol"],
    [{ all: [], any: [] }, null],
    // The last alternatives go when it is too long.
    [
      { all: ["a".repeat(100)], any: ["b".repeat(100), "c".repeat(60), "d"] },
      `${"a".repeat(100)} ${"b".repeat(100)}`
    ],
    [{ all: ["a".repeat(251)], any: ["b".repeat(100)] }, null]
  ])("%j", (terms, expected) => {
    expect(Option.getOrNull(newsQuery(terms))).toBe(expected)
  })

  it("may want one language", () => {
    const terms = { all: ["petrol"], any: ["car", "cars"], language: "english" } as const
    expect(Option.getOrNull(newsQuery(terms))).toBe("petrol (car OR cars) sourcelang:english")
    expect(Option.getOrNull(newsQuery({ ...terms, all: ["a".repeat(240)] }))).toBe(null)
  })
})

describe("the common words", () => {
  it("are 5,000 different ones, the commonest first", () => {
    expect(commonWords).toHaveLength(5000)
    expect(new Set(commonWords).size).toBe(5000)
    expect(commonWords.every((word) => /^[a-z]{2,}$/.test(word))).toBe(true)
  })

  it.each([
    ["openai", 6],
    ["Autism", 6],
    ["COVID-19", 6],
    ["F-16", 6],
    [commonWords[0] ?? "", 2.5 + (3 * Math.log10(2)) / Math.log10(5000)],
    [commonWords[4999] ?? "", 2.5 + (3 * Math.log10(5001)) / Math.log10(5000)]
  ])("%s has the rarity %d", (word, rarity) => {
    expect(rarityOf(word)).toBeCloseTo(rarity, 10)
  })

  it("make a phrase as rare as its rarest word", () => {
    expect(rarityOf("say openai")).toBe(6)
    expect(rarityOf("say make")).toBe(Math.max(rarityOf("say"), rarityOf("make")))
  })
})

describe("numbers of nouns", () => {
  it.each([
    ["vaccines", "vaccine"],
    ["studies", "study"],
    ["churches", "church"],
    ["boxes", "box"],
    ["news", undefined],
    ["diabetes", undefined],
    ["christmas", undefined],
    ["cameras", "camera"],
    ["virus", undefined],
    ["crisis", undefined],
    ["gas", undefined],
    ["class", undefined],
    ["risk", undefined]
  ])("singular of %s: %s", (word, singular) => {
    expect(singularOf(word)).toBe(singular)
  })

  it.each([
    ["prizes", ["prize"]],
    ["rate", ["rates"]],
    ["company", ["companies"]],
    // Not common, so that it may be none.
    ["legal", []],
    ["x", []]
  ])("the other one of %s: %j", (word, variants) => {
    expect(variantsOf(word)).toEqual(variants)
  })
})
