/**
 * What the service says of itself, free of charge.
 */
import { errorOf, isRedirect, type Request, send } from "../Client/Exchange.ts"
import { parse, urlOf } from "../Client/Json.ts"
import { interruption } from "./Interrupted.ts"
import { at, isObject, listAt, textAt } from "./Json.ts"
import type { Settings } from "./settings/Settings.ts"
import { UsageError } from "./Usage.ts"

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

/** How long a free question may take, in seconds; less where the call may take less. */
const limit = 10

/** Asks for JSON. `named`: what the address was named by. */
export const ask = async (
  url: string,
  { maxWaitSeconds }: Pick<Settings, "maxWaitSeconds">,
  signal: AbortSignal,
  request: Request = { method: "GET" },
  named = "--url"
): Promise<unknown> => {
  const answer = await send(fetch, url, request, Math.min(limit, maxWaitSeconds) * 1000, signal)
  if (signal.aborted) throw interruption()
  const { headers, lost, status, text } = answer
  const { origin } = new URL(url)
  if (lost !== undefined) {
    const isHere = /^https?:\/\/localhost:8402$/.test(origin)
    throw new Unreachable(
      lost.isUnsent
        ? `nothing answers at ${origin}`
        : `${origin} gives no answer: ${errorOf(answer, { charged: false }).message}`,
      isHere ? "start it with npm run sandbox, or name a service by --url or ALMANAC_URL" : undefined
    )
  }
  if (isRedirect(status)) {
    const to = urlOf(headers.get("location"))?.origin ?? "another address"
    throw new UsageError(`${origin} redirects to ${to}, which is not followed`, `use that as ${named}`)
  }
  const body = parse(text)
  if (status === 200 && body !== undefined) return body
  throw new Unreachable(`${origin} answers HTTP ${status}, and not what was asked for`)
}

type Place = Pick<Settings, "url" | "maxWaitSeconds">

/** `GET /v1/capabilities`. */
export const listing = async (place: Place, signal: AbortSignal): Promise<Listing> => {
  const { url } = place
  const body = await ask(`${url}/v1/capabilities`, place, signal)
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
export const sandboxBalance = async (place: Place, address: string, signal: AbortSignal): Promise<string> => {
  const balances = await ask(`${place.url}/sandbox/balances`, place, signal)
  const balance = at(balances, "balances", address.toLowerCase())
  return typeof balance === "string" ? balance : "0"
}
