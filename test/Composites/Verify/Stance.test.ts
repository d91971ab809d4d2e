import { describe, expect, it } from "vitest"
import { type Item, readClaim, readItem } from "../../../src/Composites/Verify/index.ts"

const item = (
  provider: Item["provider"],
  title: string,
  text: string | null = null,
  language: string | null = null
): Item => ({
  provider,
  title,
  url: null,
  text,
  language
})

/** Channel, stance and ground. */
const read = (claim: string, of: Item): string => {
  const { channel, ground, stance } = readItem(readClaim(claim), of)
  return `${channel} ${stance}: ${ground}`
}

describe("readItem: headlines", () => {
  const claim = "A robot vacuum cleaner ate a woman's hair"
  it.each([
    ["Robot vacuum cleaner eats woman's hair", "headline affirms: agrees"],
    ["Robot vacuum cleaner did not eat woman's hair", "headline denies: conflicts"],
    ["Robot vacuum hair story is a hoax", "headline denies: conflicts"],
    ["Robot vacuum hair story is not a hoax", "headline affirms: agrees"],
    ["Robot vacuum cleaner eats woman's hair?", "headline neutral: asks"],
    ["Robot vacuum cleaner reportedly eats woman's hair", "headline neutral: hedges"],
    ["Robot vacuum cleaner may have eaten woman's hair", "headline neutral: hedges"],
    ["Reporter: robot vacuum cleaner ate woman's hair", "headline affirms: agrees"],
    ["3 robot vacuum cleaners eat woman's hair", "headline affirms: agrees"],
    ["A new robot cooks dinner", "headline neutral: has little of it"],
    ["Robot cooks dinner: not a joke", "headline neutral: has little of it"]
  ])("%j %s", (title, expected) => {
    expect(read(claim, item("news.search", title))).toBe(expected)
  })

  it("with another number tell of something else", () => {
    const sales = "Apple will sell 30 million watches"
    expect(read(sales, item("news.search", "Apple sells 50 million watches"))).toBe(
      "headline neutral: has another number"
    )
    expect(read(sales, item("news.search", "Apple sells 30 million watches"))).toBe(
      "headline affirms: agrees"
    )
  })

  it("with one million tell of another number than two million", () => {
    const deaths = "One million people have died"
    expect(read(deaths, item("news.search", "Two million people have died"))).toBe(
      "headline neutral: has another number"
    )
    expect(read(deaths, item("news.search", "1 million people have died"))).toBe("headline affirms: agrees")
  })

  it.each([
    ["Fed cuts interest rates in May", "headline affirms: agrees"],
    ["Fed cuts interest rates on May 3", "headline affirms: agrees"],
    ["Fed cuts interest rates, 3 May", "headline affirms: agrees"],
    ["Fed 2 may cut interest rates", "headline neutral: hedges"],
    ["Fed may cut interest rates", "headline neutral: hedges"],
    ["Fed may cut interest rates in May", "headline neutral: hedges"],
    ["Fed cuts interest rates: this may be why", "headline neutral: hedges"],
    ["Fed cuts interest rates that banks live in may be", "headline neutral: hedges"],
    ["Fed, which may cut 2 interest rates", "headline neutral: hedges"]
  ])("in a month of May hold nothing back: %j %s", (title, expected) => {
    expect(read("The Fed cut interest rates", item("news.search", title))).toBe(expected)
  })

  it("have amounts as agencies abbreviate them", () => {
    const deal = "Elon Musk bought Twitter for $44 billion"
    for (const amount of ["$44 bln", "$44 bn", "$44bn", "$44bln", "$44 b"]) {
      expect(read(deal, item("news.search", `Elon Musk bought Twitter for ${amount}`))).toBe(
        "headline affirms: agrees"
      )
    }
  })

  it("may hedge as the claim does", () => {
    expect(read("Apple may sell a car", item("news.search", "Apple may sell a car"))).toBe(
      "headline affirms: agrees"
    )
  })
})

describe("readItem: words that deny by their meaning, and opposites", () => {
  it.each([
    ["Ivermectin is not effective against the flu", "Ivermectin is ineffective against the flu.", "affirms"],
    ["Ivermectin is ineffective against the flu", "Ivermectin is not effective against the flu.", "affirms"],
    ["Ivermectin is ineffective against the flu", "Ivermectin is effective against the flu.", "denies"],
    ["Ivermectin is effective against the flu", "Ivermectin is ineffective against the flu.", "denies"],
    [
      "Ivermectin is ineffective against the flu",
      "Ivermectin is effective against the flu, and side effects were not seen.",
      "denies"
    ],
    ["Mumps vaccines are unrelated to autism", "Mumps vaccines are related to autism.", "denies"],
    ["Mumps vaccines are related to autism", "Mumps vaccines are not unrelated to autism.", "affirms"],
    // A word and the same with a prefix that turns it round.
    ["Marijuana is illegal in Texas", "Marijuana is not legal in Texas.", "affirms"],
    ["Marijuana is not legal in Texas", "Marijuana is illegal in Texas.", "affirms"],
    ["Marijuana is legal in Texas", "Marijuana is not illegal in Texas.", "affirms"],
    ["Raw milk is unsafe for children", "Raw milk is not safe for children.", "affirms"],
    ["Marijuana is illegal in Texas", "Marijuana is legal in Texas.", "denies"],
    ["Marijuana is legal in Texas", "Marijuana is illegal in Texas.", "denies"],
    ["Marijuana is illegal in Texas", "Marijuana is legal in Texas, but not in Idaho.", "denies"],
    ["Marijuana is legal in Texas", "Marijuana is not legal in Texas.", "denies"]
  ])("of %j, %j %s", (claim, text, stance) => {
    expect(readItem(readClaim(claim), item("academic.search", "Results", text)).stance).toBe(stance)
  })
})

describe("readItem: short texts", () => {
  it("a title that names a topic affirms nothing that the text denies", () => {
    const text = "Coffee consumption was not associated with cancer risk."
    expect(read("Coffee causes cancer", item("academic.search", "Coffee and cancer risk", text))).toContain(
      "denies"
    )
  })

  it("have their numbers as journals write them", () => {
    const trial = (text: string) => item("academic.search", "The trial", text)
    const size = "The vaccine trial had 30,000 participants"
    expect(read(size, trial("The vaccine trial had 30 000 participants."))).toBe("short affirms: agrees")
    const name = "Covid 19 kills people"
    expect(read(name, item("academic.search", "Deaths", "COVID-19 killed 500 people."))).toBe(
      "short affirms: agrees"
    )
    const efficacy = "The vaccine was 2.5% less effective"
    expect(read(efficacy, trial("The vaccine was 2·5% less effective."))).toBe("short affirms: agrees")
  })

  it.each([
    ["Carlos Santana is a musician", "American musician", "short affirms: agrees"],
    ["Carlos Santana is a musician", "American comedian", "short denies: conflicts"],
    ["Carlos Santana is not a musician", "American comedian", "short neutral: names a topic"],
    ["Carlos Santana is a musician", "Calypsonian", "short neutral: names a topic"],
    ["Carlos Santana is not a musician", "American musician", "short denies: conflicts"],
    ["Carlos Santana plays the guitar in stadiums", "American musician", "short neutral: has little of it"]
  ])("%j by the description %j: %s", (claim, description, expected) => {
    expect(read(claim, item("knowledge.search", "Carlos Santana", description))).toBe(expected)
  })

  it.each(["Carlos Santana is a musician", "Carlos Santana is not a musician"])(
    "a name without a description says nothing of %j",
    (claim) => {
      expect(read(claim, item("knowledge.search", "Carlos Santana"))).toBe("short neutral: names a topic")
    }
  )

  it.each([
    ["Smoking is associated with COVID-19 progression", "short affirms: agrees"],
    ["Smoking is not associated with COVID-19 progression", "short denies: conflicts"],
    // A topic asserts nothing.
    ["Smoking associated with COVID-19 progression: a review", "short neutral: names a topic"],
    ["Smoking associated with COVID-19 regression: a review", "short neutral: names a topic"],
    ["Is smoking associated with COVID-19 progression?", "short neutral: asks"],
    ["No association of smoking with COVID-19 progression", "short denies: conflicts"]
  ])("the title of a work alone, %j: %s", (title, expected) => {
    expect(read("Smoking is associated with COVID-19 progression", item("academic.search", title))).toBe(
      expected
    )
  })
})

describe("readItem: a claim that denies", () => {
  it.each([
    ["Smoking is associated with COVID-19 progression", "short denies: conflicts"],
    ["Smoking associated with COVID-19 progression: a review", "short neutral: names a topic"],
    ["Is smoking associated with COVID-19 progression?", "short neutral: asks"]
  ])("is contradicted by a title that affirms, %j: %s", (title, expected) => {
    const claim = "Smoking is not associated with COVID-19 progression"
    expect(read(claim, item("academic.search", title))).toBe(expected)
  })

  it.each([
    ["Robot vacuum cleaner ate woman's hair", "headline denies: conflicts"],
    ["Robot vacuum cleaner reportedly ate woman's hair", "headline neutral: hedges"],
    ["Robot vacuum cleaner ate woman's hair?", "headline neutral: asks"]
  ])("is contradicted by a headline that affirms, %j: %s", (title, expected) => {
    const claim = "A robot vacuum cleaner never ate a woman's hair"
    expect(read(claim, item("news.search", title))).toBe(expected)
  })
})

describe("readItem: a retracted work", () => {
  it.each([
    ["RETRACTED: Vitamin D prevents colds", "Vitamin D prevents colds."],
    ["Retracted article: Vitamin D prevents colds", null],
    ["[Withdrawn] Vitamin D prevents colds", "Vitamin D does not prevent colds."]
  ])("says nothing any more: %j, %j", (title, text) => {
    expect(read("Vitamin D prevents colds", item("academic.search", title, text))).toBe(
      "short neutral: is retracted"
    )
  })

  it("is no headline that tells of it", () => {
    expect(
      read("Lancet retracted the study", item("news.search", "Retracted: the study in the Lancet"))
    ).toBe("headline affirms: agrees")
  })
})

describe("readItem: long texts", () => {
  const abstract = (conclusion: string) =>
    `Background is given. We studied smoking in 200 patients. Methods were applied. ${conclusion}`
  const claim = "Smoking increases the risk of severe COVID-19 symptoms"
  it.each([
    ["Smoking increases the risk of severe COVID-19 symptoms.", "long affirms: agrees"],
    ["Smoking does not increase the risk of severe COVID-19 symptoms.", "long denies: conflicts"],
    ["Smoking decreases the risk of severe COVID-19 symptoms.", "long denies: conflicts"],
    ["Nothing else was found.", "long neutral: has little of it"]
  ])("ending with %j: %s", (conclusion, expected) => {
    expect(read(claim, item("academic.search", "A study", abstract(conclusion)))).toBe(expected)
  })
})

describe("readItem: languages", () => {
  const english = "Vaccines cause autism"
  it.each([
    ["English", "headline affirms: agrees"],
    [null, "headline affirms: agrees"],
    ["German", "headline neutral: is not in English"],
    ["Chinese", "headline neutral: is not in English"]
  ])("a source that says %s", (language, expected) => {
    expect(read(english, item("news.search", "Vaccines cause autism", null, language))).toBe(expected)
  })

  it.each([
    "Die Erde ist flach",
    "Земля плоская и стоит на месте",
    "الأرض مسطحة تماما",
    "地球是平的",
    "La Terre est plate",
    "El café no causa cáncer"
  ])("%j has no stance, to itself or to English", (text) => {
    for (const provider of ["academic.search", "news.search", "knowledge.search"] as const) {
      expect(read(text, item(provider, text, text))).toMatch(/neutral: is not in English$/)
      expect(read(english, item(provider, text, text))).toMatch(/neutral/)
    }
  })
})

describe("readItem: claims", () => {
  it.each(["Smoking", "It died", "' OR 1=1; --"])("%j says too little for a stance", (claim) => {
    for (const provider of ["academic.search", "news.search", "knowledge.search"] as const) {
      expect(read(claim, item(provider, claim, claim))).toMatch(/neutral: /)
    }
  })

  it("may name a thing by a word with an accent", () => {
    expect(read("Beyoncé wins a Grammy", item("news.search", "Beyoncé wins a Grammy"))).toBe(
      "headline affirms: agrees"
    )
  })
})

describe("readItem: the explanation", () => {
  it("has all that the stance follows from", () => {
    const news = item("news.search", "Apple reportedly denies watch of 350 dollars")
    expect(readItem(readClaim("The Apple Watch will not cost $350"), news)).toEqual({
      relevance: 3.2 / 4.2 + 3.2 / 6,
      isRelevant: true,
      channel: "headline",
      thresholds: { deny: 0.4, affirm: 0.5 },
      claimWeight: 4.2,
      matches: [
        { term: "apple", weight: 1 },
        { term: "watch", weight: 1 },
        { term: "350", weight: 1.2 }
      ],
      bestSentence: { index: 0, text: "Apple reportedly denies watch of 350 dollars" },
      cues: { claim: ["not"], evidence: ["denies"], hedges: ["reportedly"] },
      conflicts: [],
      stance: "neutral",
      ground: "hedges",
      rule: null
    })
  })
})
