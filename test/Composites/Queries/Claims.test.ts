import { describe, expect, it } from "vitest"
import { askClaim } from "../../../src/Composites/QueryPlan.ts"
import { askedOf } from "./Asked.ts"

const sources = ["news", "academic", "knowledge"] as const

describe("a claim", () => {
  it.each<readonly [claim: string, news: string, literature: string, entities: string]>([
    [
      "The US unemployment rate fell to 3.4% in January 2023",
      'unemployment (fell OR rate OR rates OR "United States")',
      'unemployment OR fell OR rate OR "United States"',
      "unemployment rate"
    ],
    [
      "5G towers spread COVID-19",
      '"5G towers" ("COVID-19" OR coronavirus OR spread OR spreads)',
      '5G OR towers OR "COVID-19" OR spread',
      "5G towers"
    ],
    [
      "Coffee consumption reduces the risk of type 2 diabetes",
      "diabetes (consumption OR risk OR coffee)",
      "diabetes OR consumption OR risk OR coffee OR reduces OR type",
      "Coffee consumption"
    ],
    [
      "The Great Wall of China is visible from space with the naked eye",
      '"Great Wall of China" (visible OR naked OR space OR spaces)',
      '"Great Wall of China" OR naked OR visible OR space',
      "Great Wall of China"
    ],
    [
      "Bitcoin is legal tender in El Salvador",
      '"El Salvador" (bitcoin OR tender OR legal)',
      'bitcoin OR tender OR "El Salvador" OR legal',
      "El Salvador"
    ],
    [
      "Climate change is not caused by humans",
      "climate (humans OR human OR caused)",
      "climate OR humans OR caused",
      "Climate change"
    ],
    [
      "Vaccines cause autism",
      "vaccines (autism OR cause OR causes)",
      "vaccines OR autism OR cause",
      "Vaccines"
    ],
    [
      "Marie Curie won two Nobel Prizes",
      '"Marie Curie" (nobel OR prizes OR prize OR won)',
      '"Marie Curie" OR nobel OR prizes OR won',
      "Marie Curie"
    ],
    [
      "Elon Musk bought Twitter for $44 billion",
      '"Elon Musk" (twitter OR bought)',
      '"Elon Musk" OR twitter OR bought',
      "Elon Musk"
    ],
    ["Apple acquired OpenAI in 2025", "openai (apple OR acquired)", "openai OR apple OR acquired", "Apple"],
    [
      "The EU has banned the sale of new petrol cars from 2035",
      'petrol ("European Union" OR sale OR sales OR cars OR car)',
      'petrol OR "European Union" OR banned OR sale OR cars',
      "European Union"
    ],
    [
      "Intermittent fasting is no better than calorie restriction for weight loss",
      "intermittent (calorie OR restriction OR fasting)",
      "intermittent OR calorie OR restriction OR fasting OR weight OR loss",
      "Intermittent fasting"
    ],
    ["Did NASA find water on the Moon?", "nasa (moon OR water OR waters)", "nasa OR moon OR water", "NASA"],
    [
      "The Eiffel Tower is taller than the Empire State Building",
      '"Eiffel Tower" ("Empire State Building" OR taller)',
      '"Eiffel Tower" OR taller OR "Empire State Building"',
      "Eiffel Tower"
    ]
  ])("%j is asked of the providers", (claim, news, literature, entities) => {
    const asked = {
      gdelt: `${news} sourcelang:english`,
      openalex: literature,
      // The words without operators: it wants none of them in particular.
      crossref: literature.replaceAll(" OR ", " ").replaceAll('"', ""),
      wikidata: entities
    }
    expect(askedOf(askClaim(claim, sources, 12))).toEqual(asked)
    // A full stop says nothing.
    expect(askedOf(askClaim(`${claim.replace(/\?$/, "")}.`, sources, 12))).toEqual(asked)
  })

  it.each([
    "Der Eiffelturm ist 330 Meter hoch",
    "La Terre est plate",
    "El café no causa cáncer",
    "地球は平らです",
    "Земля плоская",
    "!!!!!",
    "AND OR NOT",
    "the of and to in",
    "a".repeat(500)
  ])("%j is nothing to ask for", (claim) => {
    expect(askedOf(askClaim(claim, sources, 12))).toEqual({
      gdelt: null,
      openalex: null,
      crossref: null,
      wikidata: null
    })
  })

  it.each([
    [3, 9],
    [12, 36],
    [30, 90]
  ])("for %d places reads up to %d headlines, as many as are asked for", (maxSources, headlines) => {
    expect(askClaim("Coffee causes cancer", ["news"], maxSources)).toEqual([
      {
        source: "news",
        part: 0,
        search: { all: ["cancer"], any: ["coffee", "causes", "cause"], language: "english" },
        limit: headlines,
        records: headlines
      }
    ])
  })
})
