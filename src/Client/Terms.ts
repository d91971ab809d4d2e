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
  textOf
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

/** Why a way to pay is not taken. */
class Refused {
  readonly reason: Refusal
  readonly message: string

  constructor(reason: Refusal, message: string) {
    this.reason = reason
    this.message = message
  }
}

const pathOf = (url: unknown): string | undefined => {
  try {
    return new URL(String(url)).pathname
  } catch {
    return undefined
  }
}

/** One way to pay. */
const check = (
  accepted: unknown,
  resource: JsonObject,
  { asset, most, payTo }: Expected
): Terms | Refused => {
  if (!isObject(accepted)) return new Refused("SCHEME", "a way to pay is no object")
  const { amount, extra, maxTimeoutSeconds, scheme } = accepted
  // In lower case: wallets refuse other letters than those of the checksum.
  const to = textOf(accepted["payTo"])?.toLowerCase()
  if (scheme !== "exact") return new Refused("SCHEME", `the scheme is ${String(scheme)}, not exact`)
  if (accepted["network"] !== asset.network) {
    return new Refused("NETWORK", `the network is ${String(accepted["network"])}, not ${asset.network}`)
  }
  if (!isAddress(accepted["asset"]) || !isSame(accepted["asset"], asset.address)) {
    return new Refused("ASSET", `the asset ${String(accepted["asset"])} is no USDC of ${asset.network}`)
  }
  if (member(extra, "name") !== asset.name || member(extra, "version") !== asset.version) {
    return new Refused("DOMAIN", "the token's domain is not that of USDC")
  }
  if (!isAddress(to) || (payTo !== undefined && !isSame(to, payTo))) {
    return new Refused("PAY_TO", `${String(accepted["payTo"])} is to be paid, not ${payTo ?? "an address"}`)
  }
  if (typeof amount !== "string" || !/^[1-9]\d{0,17}$/.test(amount)) {
    return new Refused("AMOUNT", `${String(amount)} is no amount`)
  }
  if (most !== undefined && BigInt(amount) > most) {
    const [price, limit] = [Usdc.format(BigInt(amount)), Usdc.format(most)]
    return new Refused("PRICE", `the price is ${price} USDC, more than ${limit}`)
  }
  if (typeof maxTimeoutSeconds !== "number" || !(maxTimeoutSeconds >= shortest)) {
    return new Refused("WINDOW", `a payment is valid for ${String(maxTimeoutSeconds)} seconds`)
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
  const refuse = (reason: Refusal, message: string): never => {
    throw new NotOffered(reason, message, { key })
  }
  const challenge = decodeHeader(header)
  if (!isObject(challenge)) return refuse("NO_CHALLENGE", "the answer has no readable challenge")
  const { accepts, resource, x402Version } = challenge
  if (x402Version !== 2) return refuse("VERSION", "the challenge is not x402 version 2")
  if (!isObject(resource) || pathOf(textOf(resource["url"])) !== expected.path) {
    return refuse("RESOURCE", `the challenge is for ${String(member(resource, "url"))}, not ${expected.path}`)
  }
  const offers = (Array.isArray(accepts) ? accepts : []).map((one) => check(one, resource, expected))
  const terms = offers.find((offer): offer is Terms => !(offer instanceof Refused))
  if (terms !== undefined) return terms
  const best = offers
    .filter((offer) => offer instanceof Refused)
    .sort((left, right) => steps.indexOf(right.reason) - steps.indexOf(left.reason))[0]
  return refuse(best?.reason ?? "NO_CHALLENGE", best?.message ?? "the challenge has no way to pay")
}
