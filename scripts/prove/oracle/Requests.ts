/**
 * What is bought: requests of every price, what each costs, and when two of them are the same. Written anew from the
 * contract's table of prices and the sentence of docs/money.md: the same request is the same SHA-256 of method, route
 * and the JSON of the body as it is understood, trimmed, with its defaults, its keys sorted.
 */
import { createHash, randomBytes } from "node:crypto"

/** A request: where it goes, the ways to write it, and its price in atomic USDC. */
export interface Request {
  readonly path: string
  /** Equal requests, as buyers spell them. The first has every field. */
  readonly spellings: readonly [string, ...ReadonlyArray<string>]
  readonly price: string
  readonly hash: string
}

type Json = string | number | ReadonlyArray<Json> | { readonly [key: string]: Json }

const isList = (value: Json): value is ReadonlyArray<Json> => Array.isArray(value)

/** JSON with keys in order. */
const canonical = (value: Json): string => {
  if (isList(value)) return `[${value.map(canonical).join(",")}]`
  if (typeof value !== "object") return JSON.stringify(value)
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key] ?? "")}`)
  return `{${members.join(",")}}`
}

/** With its keys in reverse and room between them. */
const backwards = (body: { readonly [key: string]: Json }) =>
  JSON.stringify(Object.fromEntries(Object.entries(body).reverse()), null, 3)

/** `body` with every field; `short` says the same by leaving defaults out or writing it otherwise. */
const request = (
  path: string,
  price: string,
  body: { readonly [key: string]: Json },
  short: { readonly [key: string]: Json } = body
): Request => ({
  path,
  price,
  spellings: [JSON.stringify(body), backwards(body), JSON.stringify(short)],
  hash: createHash("sha256")
    .update(`POST ${path}\n${canonical(body)}`)
    .digest("hex")
})

const day = (number: number) =>
  new Date(Date.UTC(1999, 0, 4) + (number % 9_000) * 86_400_000).toISOString().slice(0, 10)

/** Prices that the services are set to, beside the contract's: one so high that three of it are too much at once. */
export const settings = { PRICE_INFORMATION_VERIFY: "0.70" } as const

/** The price of the dear one, in atomic USDC. */
export const dearPrice = "700000"

/** The number of the request that is given away, of the one that is dear, and of one that no cache has. */
export const givenAway = 2
export const dear = 3
export const fresh = 5

/** No run of the proof has the words of another: a Redis that they share would answer for the providers. */
const run = randomBytes(6).toString("hex")

/**
 * The requests of a history: its own days and words, so that no cache of another history answers.
 *
 * | price, USDC | capability |
 * | 0.002 | fx.rates; holidays, of a year that the provider does not serve: given away |
 * | 0.003, 0.005, 0.01, 0.02 | weather, crypto.market, academic.search, news.trends |
 * | 0.05, 0.10 | research and evidence, compare: with sources that may fail or have nothing |
 * | 0.70 | verify, by a setting |
 */
export const requests = (number: number, id: string): ReadonlyArray<Request> => {
  const word = `w${createHash("sha256").update(`${run}/${id}`).digest("hex").slice(0, 12)}`
  const date = day(number)
  const two = ["academic", "knowledge"]
  return [
    request(
      "/v1/fx/rates",
      "2000",
      { base: "EUR", currencies: ["USD"], date },
      { base: " eur ", currencies: ["usd"], date }
    ),
    request("/v1/fx/rates", "2000", { base: "EUR", currencies: ["GBP", "USD"], date }),
    request("/v1/holidays", "2000", { country: "DE", year: 1900 + (number % 40) }),
    request(
      "/v1/verify",
      dearPrice,
      { claim: `The ${word} is a planet`, sourceTypes: ["knowledge"], maxSources: 12 },
      { claim: `The ${word} is a planet `, sourceTypes: ["knowledge"] }
    ),
    request(
      "/v1/weather",
      "3000",
      { latitude: (number % 80) + 0.5, longitude: (number % 170) + 0.25, days: 3 },
      { latitude: (number % 80) + 0.5, longitude: (number % 170) + 0.25 }
    ),
    request("/v1/crypto/market", "5000", { assets: [word], currency: "usd" }, { assets: [word] }),
    request("/v1/academic/search", "10000", { query: word, limit: 10 }, { query: ` ${word} ` }),
    request("/v1/news/trends", "20000", { query: word, timespan: "7d" }, { query: word }),
    request(
      "/v1/research",
      "50000",
      { query: `about ${word}`, sources: two, limit: 5 },
      { query: `about ${word}`, sources: two }
    ),
    request(
      "/v1/evidence",
      "50000",
      { query: `about ${word}`, sourceTypes: two, limit: 5 },
      { query: `about ${word}`, sourceTypes: two }
    ),
    request(
      "/v1/compare",
      "100000",
      { query: `${word} vs Mars`, sourceTypes: two, limit: 5 },
      { query: `${word} vs Mars`, sourceTypes: two }
    )
  ]
}
