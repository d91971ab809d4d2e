/**
 * The calls that the load is made of.
 */
import type { OfferTerms } from "./Challenges.ts"

/** A request without its host. */
export interface Call {
  readonly method: "GET" | "POST"
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** `GET /health` */
export const health: Call = { method: "GET", path: "/health", headers: {}, body: "" }

/** A document as browsers and programs ask for it. */
export const document = (path: string): Call => ({
  method: "GET",
  path,
  headers: { "accept-encoding": "gzip, br" },
  body: ""
})

const json = { "content-type": "application/json" }

/** A call that pays, or not. */
export const sale = (path: string, body: unknown, payment?: string): Call => ({
  method: "POST",
  path,
  headers: payment === undefined ? json : { ...json, "payment-signature": payment },
  body: JSON.stringify(body)
})

/** What every cache has after the first call. */
export const knownRates = { base: "EUR", currencies: ["USD", "GBP"], date: "2022-06-29" }

const firstDay = Date.UTC(1999, 0, 4)
const days = 9_000
const letters = 26

const letter = (number: number) => String.fromCharCode(65 + (number % letters))

/** A question that no cache knows: another one for each of 150 million numbers. */
export const freshRates = (number: number) => {
  const series = Math.floor(number / days)
  return {
    base: "EUR",
    currencies: [`${letter(series / letters ** 2)}${letter(series / letters)}${letter(series)}`, "USD"],
    date: new Date(firstDay + (number % days) * 86_400_000).toISOString().slice(0, 10)
  }
}

let asked = 0

/** The next of them: asked once in the whole run. */
export const newRates = () => {
  asked += 1
  return freshRates(asked)
}

/** Works that nobody has asked for: each once in the whole run. */
export const newSearch = () => {
  asked += 1
  return { query: `Graphene${asked.toString(36)}` }
}

/** Research in three sources under a name that no cache knows. */
export const freshResearch = (number: number) => ({
  query: `Graphene${number.toString(36)}`,
  sources: ["academic", "news", "knowledge"]
})

/** A paid call of an offer. */
export const paid = ({ path }: Pick<OfferTerms, "path">, body: unknown, payment: string): Call =>
  sale(path, body, payment)
