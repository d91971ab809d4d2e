/**
 * The terms of an offer: read from a challenge, and held to what was asked for and to what this client knows. Whatever
 * differs is never signed.
 */
import type { Asset } from "../Resources/Assets.ts"
import * as Usdc from "../Resources/Usdc.ts"
import { NotOffered, type Refusal } from "./Errors.ts"
import {
  decodeHeader,
  type Hex,
  isAddress,
  isObject,
  isSame,
  type JsonObject,
  member,
  textOf,
  urlOf
} from "./Json.ts"

/** Terms that may be signed. */
export interface Terms {
  /** In the token's smallest unit. */
  readonly amount: bigint
  /** In lower case. */
  readonly payTo: Hex
  /** Seconds for which the payment is to be valid. */
  readonly window: number
  /** The element of `accepts`, as it was sent. */
  readonly accepted: JsonObject
  /** What is sold, as it was sent. */
  readonly resource: JsonObject
}

/** What an offer is held to. */
export interface Expected {
  /** What is sold. The service may be below a path of its host, which stands before it. */
  readonly path: string
  readonly asset: Asset
  /** The only address that is paid; any when there is none. */
  readonly payTo: string | undefined
  /** The most that is paid, in the smallest unit; any amount when there is none. */
  readonly most: bigint | undefined
}

/** Seconds: less is over before the answer can come, and nobody needs more. */
const shortest = 60
const longest = 600

/** One way to pay. */
const check = (
  accepted: unknown,
  resource: JsonObject,
  { asset, most, payTo }: Expected,
  refused: (reason: Refusal, message: string) => NotOffered
): Terms | NotOffered => {
  if (!isObject(accepted)) return refused("SCHEME", "a way to pay is no object")
  const { amount, extra, maxTimeoutSeconds, scheme } = accepted
  // In lower case: wallets refuse other letters than those of the checksum.
  const to = textOf(accepted["payTo"])?.toLowerCase()
  if (scheme !== "exact") return refused("SCHEME", "the scheme is not exact")
  if (accepted["network"] !== asset.network) {
    return refused("NETWORK", `the network is ${String(accepted["network"])}, not ${asset.network}`)
  }
  if (!isAddress(accepted["asset"]) || !isSame(accepted["asset"], asset.address)) {
    return refused("ASSET", `the asset is not USDC of ${asset.network}`)
  }
  if (member(extra, "name") !== asset.name || member(extra, "version") !== asset.version) {
    return refused("DOMAIN", "the token's domain is not that of USDC")
  }
  if (!isAddress(to) || (payTo !== undefined && !isSame(to, payTo))) {
    return refused("PAY_TO", `${String(accepted["payTo"])} is to be paid, not ${payTo ?? "an address"}`)
  }
  if (typeof amount !== "string" || !/^[1-9]\d{0,17}$/.test(amount)) {
    return refused("AMOUNT", "the amount is none")
  }
  if (most !== undefined && BigInt(amount) > most) {
    const [price, limit] = [Usdc.format(BigInt(amount)), Usdc.format(most)]
    return refused("PRICE", `the price is ${price} USDC, more than ${limit}`)
  }
  if (typeof maxTimeoutSeconds !== "number" || !(maxTimeoutSeconds >= shortest)) {
    return refused("WINDOW", `a payment is valid for less than ${shortest} seconds`)
  }
  const window = Math.floor(Math.min(maxTimeoutSeconds, longest))
  return { amount: BigInt(amount), payTo: to, window, accepted, resource }
}

/** How far an offer came: the reason of the best one is told. */
const steps: ReadonlyArray<Refusal> = [
  "SCHEME",
  "NETWORK",
  "ASSET",
  "DOMAIN",
  "PAY_TO",
  "AMOUNT",
  "PRICE",
  "WINDOW"
]

/**
 * The first way to pay in a header `PAYMENT-REQUIRED` that is as expected.
 *
 * @throws NotOffered when there is none.
 */
export const read = (header: string | null, expected: Expected, key?: string): Terms => {
  const refused = (reason: Refusal, message: string) => new NotOffered(reason, message, { key })
  const challenge = decodeHeader(header)
  if (!isObject(challenge)) throw refused("NO_CHALLENGE", "the answer has no readable challenge")
  const { accepts, resource, x402Version } = challenge
  if (x402Version !== 2) throw refused("VERSION", "the challenge is not x402 version 2")
  if (!isObject(resource) || urlOf(resource["url"])?.pathname.endsWith(expected.path) !== true) {
    throw refused("RESOURCE", `the challenge is for ${String(member(resource, "url"))}, not ${expected.path}`)
  }
  let best: NotOffered | undefined
  for (const accepted of Array.isArray(accepts) ? accepts : []) {
    const offer = check(accepted, resource, expected, refused)
    if (!(offer instanceof NotOffered)) return offer
    if (best === undefined || steps.indexOf(offer.reason) > steps.indexOf(best.reason)) best = offer
  }
  throw best ?? refused("NO_CHALLENGE", "the challenge has no way to pay")
}
