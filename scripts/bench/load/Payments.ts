/**
 * Payments signed in advance: who signs while measuring, measures the signing.
 */
import { randomBytes } from "node:crypto"
import { keccak_256 } from "@noble/hashes/sha3.js"
import { Option } from "effect"
import { signRecoverable } from "tiny-secp256k1"
import * as Signature from "../../../src/Payment/request/Signature.ts"
import { encodeHeader, type PaymentRequirements } from "../../../src/Resources/X402.ts"

/** Buyers: one alone would meet the limits of a payer. */
const buyers = 2_000

interface Buyer {
  readonly key: Uint8Array
  readonly address: string
}

const hex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString("hex")}`

/** The signature of a digest as wallets write it. */
const signed = (digest: Uint8Array, key: Uint8Array): string => {
  const { signature, recoveryId } = signRecoverable(digest, key)
  return `${hex(signature)}${(27 + recoveryId).toString(16)}`
}

/** A buyer by number; whose a key is, its signature tells. */
const buyer = (number: number): Buyer => {
  const key = keccak_256(Buffer.from(`almanac bench buyer ${number}`))
  return { key, address: Option.getOrThrow(Signature.recover(key, signed(key, key))) }
}

const purses = new Map<number, Buyer>()

const buyerOf = (payment: number): Buyer => {
  const number = payment % buyers
  const known = purses.get(number) ?? buyer(number)
  purses.set(number, known)
  return known
}

const domainOf = ({ asset, network, extra: { name, version } }: PaymentRequirements) =>
  Signature.domain({
    name,
    version,
    chainId: Number(network.slice("eip155:".length)),
    verifyingContract: asset
  })

/** Seconds that a payment is good for: a minute less than the longest that is accepted. */
const window = 3_600

/** Signs payments on these terms, a new one at each call: the header's value. */
export const signer = (terms: PaymentRequirements): (() => string) => {
  const domain = domainOf(terms)
  let payments = 0
  return () => {
    const { key, address } = buyerOf(payments)
    payments += 1
    const authorization = {
      from: address,
      to: terms.payTo,
      value: terms.amount,
      validAfter: "0",
      validBefore: String(Math.floor(Date.now() / 1000) + window),
      nonce: hex(randomBytes(32))
    }
    const signature = signed(Signature.digest(domain, authorization), key)
    return encodeHeader({
      x402Version: 2,
      accepted: terms,
      payload: { signature, authorization }
    })
  }
}

/** Payments by number, each signed once: every server, with a ledger of its own, may be given the same ones. */
export interface Purse {
  readonly at: (index: number) => string
  /** Signs what is missing up to a number. */
  readonly fill: (count: number) => void
}

/** A purse for some terms. */
export const purse = (terms: PaymentRequirements): Purse => {
  const sign = signer(terms)
  const signed: Array<string> = []
  const fill = (count: number) => {
    while (signed.length < count) signed.push(sign())
  }
  return {
    fill,
    at: (index) => {
      fill(index + 1)
      return signed[index] ?? sign()
    }
  }
}
