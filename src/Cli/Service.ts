/**
 * What the service says of itself, free of charge.
 */
import { at, isObject, listAt, textAt } from "./Json.ts"

/** Nothing answers there, or nothing that is this service. */
export class Unreachable extends Error {
  override readonly name = "Unreachable"
  readonly code = "UNREACHABLE"
  readonly hint: string | undefined
  constructor(message: string, hint?: string) {
    super(message)
    this.hint = hint
  }
}

/** What is sold, by its id. */
export interface Offer {
  readonly id: string
  readonly category: string
  /** USDC, decimal: what the operator asks. */
  readonly price: string
}

export interface Listing {
  readonly offers: ReadonlyArray<Offer>
  /** Where it is paid: `base`, `base-sepolia` or `sandbox`, and CAIP-2. */
  readonly network: { readonly name: string; readonly caip2: string }
}

/** How long a free question may take. */
const limit = 10_000

/** Asks for JSON. */
export const ask = async (url: string, signal: AbortSignal, init: RequestInit = {}): Promise<unknown> => {
  const response = await fetch(url, {
    ...init,
    signal: AbortSignal.any([signal, AbortSignal.timeout(limit)])
  }).catch(() => {
    signal.throwIfAborted()
    const { origin } = new URL(url)
    const isHere = /^https?:\/\/localhost:8402$/.test(origin)
    throw new Unreachable(
      `nothing answers at ${origin}`,
      isHere ? "start it with npm run sandbox, or name a service by --url or ALMANAC_URL" : undefined
    )
  })
  const body: unknown = await response.json().catch(() => undefined)
  if (response.ok && body !== undefined) return body
  throw new Unreachable(`${new URL(url).origin} answers HTTP ${response.status}, and not what was asked for`)
}

/** `GET /v1/capabilities`. */
export const listing = async (url: string, signal: AbortSignal): Promise<Listing> => {
  const body = await ask(`${url}/v1/capabilities`, signal)
  const offers = listAt(body, "data", "capabilities")
    .filter(isObject)
    .map((one) => ({
      id: textAt(one, "id") ?? "",
      category: textAt(one, "category") ?? "",
      price: textAt(one, "price", "amount") ?? ""
    }))
  const name = textAt(body, "data", "network", "name")
  const caip2 = textAt(body, "data", "network", "caip2")
  if (offers.length === 0 || name === undefined || caip2 === undefined)
    throw new Unreachable(`${url} is no Almanac: its /v1/capabilities has another form`)
  return { offers, network: { name, caip2 } }
}

/** What an account of the sandbox has, in USDC. */
export const sandboxBalance = async (url: string, address: string, signal: AbortSignal): Promise<string> => {
  const balance = at(await ask(`${url}/sandbox/balances`, signal), "balances", address.toLowerCase())
  return typeof balance === "string" ? balance : "0"
}
