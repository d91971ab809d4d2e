/**
 * An operation of a provider, with a paid call that makes it, and what its provider says.
 */
import { readFileSync } from "node:fs"
import type { Fault } from "../support/FaultServer.ts"
import type { Replies } from "./Faults.ts"
import { keys } from "./Marks.ts"
import { json, says } from "./Words.ts"

/** The providers: the variables of their addresses, and the keys they get. */
export const providers = {
  openalex: { variable: "OPENALEX_URL", keys: [keys.OPENALEX_API_KEY] },
  crossref: { variable: "CROSSREF_URL", keys: [] },
  frankfurter: { variable: "FRANKFURTER_URL", keys: [] },
  nager: { variable: "NAGER_URL", keys: [] },
  coingecko: { variable: "COINGECKO_URL", keys: [keys.COINGECKO_API_KEY] },
  "open-meteo": { variable: "OPEN_METEO_URL", keys: [keys.OPEN_METEO_API_KEY] },
  photon: { variable: "PHOTON_URL", keys: [] },
  wikidata: { variable: "WIKIDATA_URL", keys: [] },
  census: { variable: "CENSUS_URL", keys: [keys.CENSUS_API_KEY] },
  gdelt: { variable: "GDELT_URL", keys: [] }
} satisfies Readonly<Record<string, { readonly variable: string; readonly keys: ReadonlyArray<string> }>>

/** An operation and the call that makes it. Below the address of a provider, paths begin with its name. */
export interface Operation {
  readonly path: string
  readonly amount: string
  readonly body: object
  /** What of the question can be recognised. Codes of two and three letters cannot: those of holidays and rates. */
  readonly marks: ReadonlyArray<string>
  readonly provider: keyof typeof providers
  /** How the URLs of this operation's requests begin: the others are answered well. */
  readonly own: string
  readonly replies: Replies
  /** What else the call asks, by the beginning of the URL. */
  readonly others?: Readonly<Record<string, Fault>>
}

/** What stands in a recorded reply. */
export const fixture = (name: string) => readFileSync(`test/fixtures/${name}`, "utf8")

/** A reply of a provider that is well, words in its head. */
export const well = (body: string) => says(200, () => body, json)

/** The replies: the good one, a field of it under its right and a wrong name, and an empty one. */
export const replies = (
  good: string,
  [right, wrong]: readonly [string, string],
  empty: string,
  throttled = "Too many requests"
): Replies => ({
  good,
  drifted: good.replaceAll(`"${right}"`, `"${wrong}"`),
  empty: well(empty),
  throttled
})
