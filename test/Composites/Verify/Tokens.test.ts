import * as FastCheck from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { stem } from "../../../src/Composites/Verify/Stem.ts"
import { fold, normaliseTitle, tokenise } from "../../../src/Composites/Verify/Tokens.ts"

/** Words as they are, stop words in parentheses, negations with "!", numbers as value and unit. */
const shown = (text: string): string =>
  tokenise(text)
    .map(({ kind, quantity, text }) => {
      if (quantity !== null) return `${quantity.value}${quantity.unit === "" ? "" : `_${quantity.unit}`}`
      if (kind === "function") return `(${text})`
      return kind === "negation" ? `!${text}` : text
    })
    .join(" ")

describe("tokenise", () => {
  it.each([
    // Words, stop words, negations, marks.
    ["The Earth orbits the Sun.", "(the) earth orbits (the) sun ."],
    ["No, never: nobody!", "!no , !never : !nobody !"],
    ["Apple says it's ready", "apple (says) (it) ready"],
    ['He said "yes" (twice); why?', '(he) (said) " yes " ( twice ) ; (why) ?'],
    // Contractions and possessives.
    ["doesn't can't won't cannot", "(does) !not (can) !not (will) !not (can) !not"],
    ["Doesn’t isn’t", "(does) !not (is) !not"],
    ["didnt wouldnt", "(did) !not (would) !not"],
    ["Moore's law, James' book, they've", "moore law , james book , (they)"],
    ["rock'n'roll", "rock n roll"],
    // Hyphens, dashes, dots.
    ["well-known co-author", "well known co author"],
    ["COVID‑19 – B.1.1.7 — F-16", "covid b.1.1.7 f-16"],
    ["the end.Next begins", "(the) end next begins"],
    ["AT&T", "at&t"],
    // Other names.
    ["Coronavirus SARS-CoV-2 covid19 COVID-19", "covid covid covid covid"],
    ["U.S. USA America; U.K. Britain", "usa . usa usa ; uk . uk"],
    ["CO2", "carbon dioxide"],
    // Accents, width, case.
    ["Beyoncé CAFÉ ＷＩＤＥ ﬁsh", "beyonce cafe wide fish"],
    // Numbers.
    ["1,503 cases", "1503 cases"],
    ["95% 95 % 95 percent 95 per cent", "95_% 95_% 95_% 95_%"],
    ["$5 $5m €2.5bn £3 million 5 dollars", "5_$ 5000000_$ 2500000000_€ 3000000_£ 5_$"],
    [
      "$44 bln, 44bln, £3 bn, $5 m, 5 m, 5 mn people",
      "44000000000_$ , 44000000000 , 3000000000_£ , 5000000_$ , 5 m , 5 mn people"
    ],
    ["10k 2bn 5mg 5 mg", "10000 2000000000 5_mg 5_mg mg"],
    ["in 2014, the 1980s", "(in) 2014_year , (the) 1980_year"],
    ["2014 people or 2,014 people", "2014_year people (or) 2014 people"],
    ["five million, two hundred", "5000000 , 200"],
    ["twenty-five and ninety nine", "25 (and) 99"],
    ["one of two", "(one) (of) 2"],
    ["one million, one hundred thousand", "1000000 , 100000"],
    ["one percent, one per cent, one dollar", "1_% , 1_% , 1_$"],
    ["twenty-one, thirty one million", "21 , 31000000"],
    ["one hundred and one", "100 (and) (one)"],
    ["72 314 patients, 1\u2009234\u2009567 doses", "72314 patients , 1234567 doses"],
    ["in 2020 300 people, 12 3456 or 7 12", "(in) 2020_year 300 people , 12 3456 (or) 7 12"],
    ["2 014 people, iPhone 15 128GB", "2014 people , iphone 15 128gb"],
    ["on May 5 200 people, Windows 11 100 million", "(on) (may) 5 200 people , windows 11 100000000"],
    ["iPhone 15 128 256GB, two MN lawmakers in 2020", "iphone 15 128 256gb , 2 mn lawmakers (in) 2020_year"],
    ["94·1%, 0·88–1·02, 10 736·5 g", "94.1_% , 0.88 1.02 , 10736.5 g"],
    ["1,50,000 or 12,34,56,789, not 1,50", "150000 (or) 123456789 , !not 1 , 50"],
    ["5 lakh, 1.5 crores", "500000 , 15000000"],
    ["Covid 19, COVID-19 and covid 1918", "covid , covid (and) covid 1918_year"],
    ["a·b 1· 2 ·3", "(a) b 1 2 3"],
    ["seventeen percent", "17_%"],
    ["a 20-year-old, aged 25-44", "(a) 20_years year old , aged 25 44"],
    // Units of measure stay as words: a claim speaks of them.
    ["5 km, five miles, 12 hours", "5_km km , 5_mi miles , 12_h hours"],
    ["20 °C, 68°F, 20 degrees Celsius", "20_°C celsius , 68_°F fahrenheit , 20_°C celsius"],
    ["90 km/h, 2000 metres", "90_km/h kmh , 2000_m metres"],
    ["5 euros, 3 billion yen, 200 pounds", "5_€ , 3000000000_¥ , 200"],
    ["2 percentage points, a 2.5 percentage-point rise, 0.5pp", "2_pp pp , (a) 2.5_pp pp rise , 0.5_pp"],
    ["25 basis points", "25_bp bps"],
    // Signs and powers of ten.
    ["-5%, −0.5 (-3), -$2m", "-5_% , -0.5 ( -3 ) , -2000000_$"],
    ["minus 40 degrees Celsius, minus five", "-40_°C celsius , -5"],
    ["5-10 5 - 10 5% -10 COVID-19 3-1", "5 10 5 10 5_% 10 covid 3 1"],
    ["6.8 × 10^7, 6.8x10^7, 6.8×10⁷", "68000000 , 68000000 , 68000000"],
    ["3 × 10⁻² and 2 x 4", "0.03 (and) 2 x 4"],
    ["5G 3D 1st 22nd 4chan", "5g 3d 1st 22nd 4chan"],
    // Other scripts.
    ["Земля плоская", "земля плоская".normalize("NFKD").replace(/\p{M}/gu, "")],
    ["地球是平的", "地球是平的"],
    // Nothing.
    ["", ""],
    ["  – … @ # ", ". . ."]
  ])("%j is %j", (text, expected) => {
    expect(shown(text)).toBe(expected)
  })

  it("is the same whatever the case", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.string({ unit: "grapheme" }), (text) => {
        expect(tokenise(text.toUpperCase())).toEqual(tokenise(text))
      })
    )
  })

  it("takes time in proportion to the text", () => {
    for (const piece of [
      "a",
      "a.",
      "a-",
      "don't",
      "1,000",
      "1,00",
      ",00",
      " 000",
      "9",
      "$5",
      "per cent ",
      "five "
    ]) {
      expect(tokenise(piece.repeat(5_000)).length).toBeGreaterThan(0)
    }
  })

  it("reads a word of any number of parts", () => {
    expect(tokenise("a-".repeat(300_000))).toHaveLength(300_000)
  })
})

describe("fold", () => {
  it.each([
    ["Straße", "strasse"],
    ["STRASSE", "strasse"],
    ["İstanbul", "istanbul"],
    ["ΟΔΟΣ", "οδοσ"],
    ["οδός", "οδοσ"],
    ["“a” ‘b’ `c´ «d»", "\"a\" 'b' 'c' \"d\""],
    ["a‐b–c—d−e", "a-b-c-d-e"],
    ["soft­hyphen\u200b", "softhyphen"]
  ])("%j is %j", (text, expected) => {
    expect(fold(text)).toBe(expected)
  })
})

describe("normaliseTitle", () => {
  it.each([
    ["  COVID-19: In the “Footsteps” ", "covid 19 in the footsteps"],
    ["Déjà vu!", "deja vu"],
    ["...", ""]
  ])("%j is %j", (title, expected) => {
    expect(normaliseTitle(title)).toBe(expected)
  })
})

describe("stem", () => {
  it.each([
    ["vaccines", "vaccin"],
    ["vaccination", "vaccin"],
    ["running", "run"],
    ["news", "news"],
    ["h3n2", "h3n2"],
    ["constructor", "constructor"],
    [`${"a".repeat(40)}ing`, `${"a".repeat(40)}ing`],
    ["земля", "земля"],
    ["", ""]
  ])("of %j is %j", (word, expected) => {
    expect(stem(word)).toBe(expected)
  })
})
