/**
 * A valid body for each capability, as many different ones as are wanted: what is cached would play no part.
 */

/** A word of its own for each number. */
const word = (n: number): string =>
  `q${[...String(n)].map((digit) => String.fromCharCode(97 + Number(digit))).join("")}x`

const letters = (n: number): string =>
  [26 * 26, 26, 1].map((place) => String.fromCharCode(65 + (Math.floor(n / place) % 26))).join("")

/** The body number `n`, by capability. */
export const questions: Readonly<Record<string, (n: number) => object>> = {
  "academic.search": (n) => ({ query: `climate ${word(n)}` }),
  "academic.work": (n) => ({ doi: `10.4081/${word(n)}` }),
  "news.search": (n) => ({ query: `Nvidia ${word(n)}` }),
  "news.trends": (n) => ({ query: `Nvidia ${word(n)}` }),
  "crypto.price": (n) => ({ assets: [word(n)] }),
  "crypto.market": (n) => ({ assets: [word(n)] }),
  "fx.rates": (n) => ({ base: "EUR", currencies: [letters(n)] }),
  weather: (n) => ({ latitude: n / 100, longitude: 10 }),
  geocode: (n) => ({ mode: "forward", query: `Berlin ${word(n)}` }),
  holidays: (n) => ({ country: "CN", year: 1900 + (n % 200) }),
  "knowledge.search": (n) => ({ query: `Attila ${word(n)}` }),
  "government.census": (n) => ({
    dataset: "acs/acs1",
    year: 2019,
    variables: [`B01001_${String(n % 1000).padStart(3, "0")}E`],
    forGeography: "state:*"
  }),
  research: (n) => ({ query: `Does ${word(n)} help against ${word(n + 1000)}?` }),
  "information.verify": (n) => ({ claim: `The ${word(n)} causes ${word(n + 1000)}.` }),
  "information.evidence": (n) => ({ query: `${word(n)} and ${word(n + 1000)}` }),
  "information.compare": (n) => ({ query: `${word(n)} vs ${word(n + 1000)}` })
}
