import * as FastCheck from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { disagree, overlapOf } from "../../src/Composites/DescriptionDisagreement.ts"
import { type Description, disagreements } from "../../src/Composites/Disagreements.ts"
import { isGenericTitle, isMetaDescription } from "../../src/Composites/GenericTitles.ts"

/** Abstract of He et al. 2020 as published (doi:10.1038/s41591-020-0869-5), and as in its preprint. */
const shedding = [
  "We report temporal patterns of viral shedding in 94 patients with laboratory-confirmed COVID-19 and modeled COVID-19 infectiousness profiles from a separate sample of 77 infector-infectee transmission pairs. We observed the highest viral load in throat swabs at the time of symptom onset, and inferred that infectiousness peaked on or before symptom onset. We estimated that 44% (95% confidence interval, 25-69%) of secondary cases were infected during the index cases' presymptomatic stage, in settings with substantial household clustering, active case finding and quarantine outside the home. Disease control measures should be adjusted to account for probable substantial presymptomatic transmission.",
  "We report temporal patterns of viral shedding in 94 laboratory-confirmed COVID-19 patients and modeled COVID-19 infectiousness profile from a separate sample of 77 infector-infectee transmission pairs. We observed the highest viral load in throat swabs at the time of symptom onset, and inferred that infectiousness peaked on or before symptom onset. We estimated that 44% of transmission could occur before first symptoms of the index. Disease control measures should be adjusted to account for probable substantial pre-symptomatic transmission."
] as const

/** Two versions of one abstract on smoking, shortened and reworded for this test; the numbers differ, as in the real. */
const smoking = [
  "INTRODUCTION: Smoking depresses pulmonary immune function and is a risk factor contracting other infectious diseases. This paper presents a meta-analysis of the association between smoking and progression of COVID-19. METHODS: PubMed was searched on April 28, 2020. Studies reporting smoking behavior of COVID-19 patients and progression of disease were selected. A random effects meta-analysis was applied. RESULTS: We identified 19 peer-reviewed papers with a total of 11,590 COVID-19 patients, 2,133 (18.4%) with severe disease and 731 (6.3%) with a history of smoking. CONCLUSIONS: Smoking is a risk factor for progression of COVID-19.",
  "OBJECTIVE: To determine the association between smoking and progression of COVID-19. DESIGN: A meta-analysis of 12 published papers. METHODS: PubMed was searched on April 6, 2020. Studies reporting smoking behavior of COVID-19 patients and progression of disease were included. A random effects meta-analysis was used. RESULTS: We identified 12 papers with a total of 9,025 COVID-19 patients, 878 (9.7%) with severe disease and 495 (5.5%) with a history of smoking. CONCLUSIONS: Smoking is a risk factor for progression of COVID-19."
] as const

const cruise =
  "We describe what we believe is the first instance of complete COVID-19 testing of all passengers and crew on an isolated cruise ship during the current COVID-19 pandemic."
const database = "free knowledge database hosted by Wikimedia and edited by volunteers"

describe("two descriptions of the same-titled", () => {
  it.each([
    // Wikidata Q36724 and Q4818464.
    ["King of the Hunnic Empire", "Calypsonian", 0, 0, true],
    // Wikidata Q2013, Q109825233, Q101144282.
    [database, "Telegram group of Wikidata users", 0, 0, true],
    [database, "Czech talk in conference", 0, 0, true],
    ["Telegram group of Wikidata users", "Czech talk in conference", 0, 0, true],
    // A preprint and what was published of it.
    [...shedding, 0.64, 0.91, false],
    [shedding[0].slice(0, 300), shedding[1].slice(0, 300), 0.93, 0.96, false],
    [...smoking, 0.45, 0.67, false],
    [cruise, cruise, 1, 1, false],
    // Made up.
    ["American politician (born 1946)", "American politician (born 1951)", 0.6, 0.75, true],
    ["planet in the Solar System", "second planet from the Sun in the Solar System", 0.6, 1, false],
    ["chemical element with symbol Hg and atomic number 80", "chemical element, symbol Hg", 0.57, 1, false],
    ["fifth planet from the Sun", "sixth planet from the Sun", 0.5, 0.67, true],
    ["tower 324 metres tall", "tower 1,063 feet tall", 1, 1, false],
    ["river, 6,650 km long", "river, 4,132 miles long", 1, 1, false],
    ["tower 324 metres tall", "tower 324 feet tall", 1, 1, true],
    ["bridge that cost $5 billion", "bridge that cost 5 billion euros", 1, 1, true],
    ["bridge that cost $5 billion", "bridge that cost five billion dollars", 1, 1, false],
    ["painter born on 12 May 1820", "painter born on 12 March 1820", 0.8, 1, true],
    ["painter born on 12 May 1820", "painter born on May 12, 1820", 1, 1, false],
    ["American actor", "American actress", 0.33, 0.5, true],
    ["French painter", "German painter", 0.33, 0.5, true],
    ["American film director", "American film director and actor", 0.75, 1, false]
  ])("%j and %j share %d and %d: %s", (one, other, ofAll, ofShorter, expected) => {
    const overlap = overlapOf(one, other)
    expect([Math.round(100 * overlap.ofAll) / 100, Math.round(100 * overlap.ofShorter) / 100]).toEqual([
      ofAll,
      ofShorter
    ])
    expect(disagree(one, other)).toBe(expected)
    expect(disagree(other, one)).toBe(expected)
  })

  it("are compared at their beginnings as well when both are long", () => {
    const start = Array.from({ length: 60 }, (_, index) => `alpha${"abcdefghij"[index % 10]}`).join(" ")
    const rest = (letter: string) => Array.from({ length: 200 }, (_, index) => `${letter}x${index}`).join(" ")
    expect(disagree(rest("b"), rest("c"))).toBe(true)
    expect(disagree(`${start} ${rest("b")}`, `${start} ${rest("c")}`)).toBe(false)
  })
})

describe("isGenericTitle", () => {
  it.each([
    ["Editorial Board", true],
    ["MEDICAL PROGRESS.", true],
    ["Issue Information", true],
    ["Correction: Smoking and health", true],
    ["Retraction: Smoking and health", true],
    ["A", true],
    ["!!!", true],
    ["", true],
    ["1984", false],
    ["News of the World", false],
    ["Correction of vision", false],
    ["Smoking and health", false]
  ])("%j: %s", (title, expected) => {
    expect(isGenericTitle(title)).toBe(expected)
  })
})

describe("isMetaDescription", () => {
  it.each([
    ["Wikimedia disambiguation page", true],
    ["Wikimedia category", true],
    ["Wikimedia list article", true],
    ["Wikipedia template", true],
    ["WikiProject", true],
    ["scholarly article", true],
    ["scientific article published in 1999", true],
    ["family name", true],
    ["male given name", true],
    ["free knowledge database hosted by Wikimedia and edited by volunteers", false],
    ["King of the Hunnic Empire", false]
  ])("%j: %s", (description, expected) => {
    expect(isMetaDescription(description)).toBe(expected)
  })
})

const providers = ["academic.search", "news.search", "knowledge.search"] as const

const entity = (
  id: string,
  title: string,
  excerpt: string | null,
  provider: Description["provider"] = "knowledge.search"
): Description => ({
  provider,
  title,
  url: `https://www.wikidata.org/wiki/${id}`,
  id,
  excerpt
})

const attila = [
  entity("Q36724", "Attila the Hun", "King of the Hunnic Empire"),
  entity("Q4818464", "Attila the Hun", "Calypsonian"),
  entity("Q17987270", "Attila the Hun", "Wikimedia disambiguation page"),
  entity("Q4818461", "Attila the Hun", null)
]

const value = (id: string, text: string, title = "Attila the Hun", provider = "knowledge.search") => ({
  value: text,
  source: { title, url: `https://www.wikidata.org/wiki/${id}`, provider }
})

describe("disagreements", () => {
  it("have each value with its source, by code point, without pages of Wikimedia and null", () => {
    expect(disagreements(attila, providers)).toEqual([
      {
        subject: "Attila the Hun",
        attribute: "excerpt",
        values: [value("Q4818464", "Calypsonian"), value("Q36724", "King of the Hunnic Empire")]
      }
    ])
  })

  it("follow the first appearance of their subjects, spelled as there", () => {
    const mercury = [
      entity("Q2", "MERCURY!", "planet"),
      entity("Q3", "Mercury", "Roman god"),
      entity("Q4", "2001", "film"),
      entity("Q5", "2001", "year")
    ]
    expect(disagreements([...mercury, ...attila], providers).map(({ subject }) => subject)).toEqual([
      "MERCURY!",
      "2001",
      "Attila the Hun"
    ])
  })

  it("have an equal value once, from the first source, title and address", () => {
    const all = [
      entity("Q9", "Mercury", "planet"),
      entity("Q8", "Mercury", "Planet."),
      entity("Q7", "mercury", "planet", "academic.search"),
      entity("Q6", "Mercury", "Roman god")
    ]
    expect(disagreements(all, providers)[0]?.values).toEqual([
      value("Q6", "Roman god", "Mercury"),
      value("Q7", "planet", "mercury", "academic.search")
    ])
  })

  it.each([
    ["nothing", []],
    ["one result", attila.slice(0, 1)],
    ["the same record", [entity("Q1", "Mercury", "planet"), entity("Q1", "Mercury", "Roman god")]],
    [
      "one address",
      [
        { ...entity("10.1/A", "Mercury", "planet", "academic.search"), url: "https://doi.org/10.1/a" },
        { ...entity("Q1", "Mercury", "Roman god"), url: "http://doi.org/10.1/a/" }
      ]
    ],
    [
      "records that cannot be told apart",
      [
        { ...entity("", "Mercury", "planet"), id: null, url: null },
        { ...entity("", "Mercury", "Roman god"), id: null, url: null }
      ]
    ],
    ["blank descriptions", [entity("Q1", "Mercury", " "), entity("Q2", "Mercury", "Roman god")]],
    ["generic titles", [entity("Q1", "Editorial", "On war."), entity("Q2", "Editorial", "About peace.")]],
    ["other titles", [entity("Q1", "Mercury", "planet"), entity("Q2", "Venus", "Roman goddess")]],
    [
      "the same said otherwise",
      [entity("Q1", "Mercury", "chemical element"), entity("Q2", "Mercury", "Chemical elements, <i>Hg</i>")]
    ]
  ])("are none for %s", (_, all) => {
    expect(disagreements(all, providers)).toEqual([])
  })

  it("never throw, and have the same values whatever the order", () => {
    const some = FastCheck.oneof(
      FastCheck.constantFrom("Mercury", "planet", "Roman god", "2001", "__proto__"),
      FastCheck.string()
    )
    const description: FastCheck.Arbitrary<Description> = FastCheck.record({
      provider: FastCheck.constantFrom(...providers),
      title: some,
      url: FastCheck.option(some),
      id: FastCheck.option(some),
      excerpt: FastCheck.option(some)
    })
    FastCheck.assert(
      FastCheck.property(FastCheck.array(description, { maxLength: 8 }), (all) => {
        const values = (some: ReadonlyArray<Description>) =>
          disagreements(some, providers)
            .map((one) => JSON.stringify(one.values))
            .toSorted()
        expect(values(all.toReversed())).toEqual(values(all))
      })
    )
  })
})
