/**
 * What a buyer gets when a provider fails: written by hand, for every operation and every fault. "Failed" never looks
 * like "empty", and "empty" never like "failed".
 */
import type { FaultName } from "./Faults.ts"
import type { OperationName } from "./Operations.ts"

/** An answer, as far as the promise goes. `charged` is told by the settlement. */
export interface Cell {
  readonly status: number
  /** The failure's code; absent for a success. */
  readonly code?: string
  readonly retryable?: boolean
  /** Seconds of `Retry-After`; absent when there is none. */
  readonly retryAfter?: number
  readonly charged: boolean
}

const throttled = (retryAfter: number): Cell => ({
  status: 429,
  code: "PROVIDER_RATE_LIMITED",
  retryable: true,
  retryAfter,
  charged: false
})

export const unavailable: Cell = {
  status: 502,
  code: "PROVIDER_UNAVAILABLE",
  retryable: true,
  charged: false
}
export const strange: Cell = { status: 502, code: "PROVIDER_BAD_RESPONSE", retryable: false, charged: false }
const late: Cell = { status: 504, code: "PROVIDER_TIMEOUT", retryable: true, charged: false }
export const refused: Cell = { status: 400, code: "VALIDATION_FAILED", retryable: false, charged: false }
export const sold: Cell = { status: 200, charged: true }

/** A good reply is one, however it comes. */
const whole = {
  "good reply in gzip": sold,
  "good reply in br": sold,
  "good reply in deflate": sold,
  "good reply in deflate without zlib's head": sold,
  "good reply in x-gzip": sold,
  "203 with a good reply": sold
}

/** How most operations fail. */
const usual: Readonly<Record<FaultName, Cell>> = {
  "429 with Retry-After": throttled(7),
  "429 without Retry-After": throttled(30),
  "429 as HTML": throttled(30),
  "throttle text with status 200": strange,
  "budget gone": throttled(3600),
  "401": unavailable,
  "403": unavailable,
  "500": unavailable,
  "502 as HTML": unavailable,
  "503": unavailable,
  "504": late,
  "connection refused": unavailable,
  "reset in mid-body": unavailable,
  "truncated JSON": strange,
  hang: late,
  "slow drip past the deadline": late,
  "body over the limit": strange,
  "wrong charset": strange,
  "schema drift": strange,
  "204": strange,
  "empty body": strange,
  "empty result": sold,
  redirect: sold,
  ...whole,
  "403 in gzip": unavailable,
  "429 in br": throttled(30),
  "500 in deflate": unavailable,
  "packing that is broken": strange,
  "packing cut short": strange,
  "packing reset in mid-body": unavailable,
  "packing that we do not know": strange,
  "bomb in gzip, its connection open": strange,
  "bomb in br": strange
}

/** GDELT names no time: a minute is left to it. */
const gdelt: Readonly<Record<FaultName, Cell>> = {
  ...usual,
  "429 without Retry-After": throttled(60),
  "429 as HTML": throttled(60),
  "429 in br": throttled(60),
  "throttle text with status 200": throttled(60)
}

const each = (cell: Cell, but: Partial<Record<FaultName, Cell>>): Readonly<Record<FaultName, Cell>> => ({
  ...usual,
  ...Object.fromEntries(Object.keys(usual).map((fault) => [fault, cell])),
  ...but
})

/** Whatever the index does, the registry answers. */
const answered = each(sold, {})

const unavailableFor = (retryAfter: number): Cell => ({ ...unavailable, retryAfter })

/** A look-up is never 429. */
const lookUp = {
  "429 with Retry-After": unavailableFor(7),
  "429 without Retry-After": unavailableFor(30),
  "429 as HTML": unavailableFor(30),
  "429 in br": unavailableFor(30),
  "budget gone": unavailableFor(3600)
}

export const unknown: Cell = { status: 404, code: "WORK_NOT_FOUND", retryable: false, charged: false }

export const expected: Readonly<Record<OperationName, Readonly<Record<FaultName, Cell>>>> = {
  "openalex.search (Crossref answers)": answered,
  "crossref.search (OpenAlex is away)": usual,
  // The registry does not know the work, and the index does not say: that it exists nowhere is not proved.
  "openalex.work (Crossref knows no such work)": each(unavailable, {
    "429 with Retry-After": unavailableFor(7),
    "budget gone": unavailableFor(3600),
    "empty result": unknown,
    redirect: sold,
    ...whole
  }),
  "crossref.work (OpenAlex is away)": { ...usual, ...lookUp, "empty result": unavailable },
  // No rates for the currency: the caller's to know.
  "frankfurter.latest": { ...usual, "empty result": refused },
  // A known country without a list has no holidays.
  "nager-date.holidays": { ...usual, "204": sold, "empty body": sold },
  "coingecko.markets": { ...usual, "throttle text with status 200": throttled(30) },
  // The text names the minute's end.
  "open-meteo.forecast": { ...usual, "throttle text with status 200": throttled(60) },
  "photon.forward": usual,
  "photon.reverse": usual,
  "wikidata.search": { ...usual, "throttle text with status 200": throttled(30) },
  "wikidata.search (full text)": usual,
  // 204 is how the Census Bureau says "nothing"; a redirect is how it refuses a key.
  "census.table": { ...usual, "204": sold, redirect: unavailable },
  "gdelt.search": gdelt,
  "gdelt.trends": gdelt
}
