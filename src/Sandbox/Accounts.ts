/**
 * The sandbox's accounts. Their keys are derived from public words: anyone can take what they own on another chain.
 */
import { keccak_256 } from "@noble/hashes/sha3.js"
import { pointFromScalar } from "tiny-secp256k1"

const hex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString("hex")}` as const

const hash = (data: Uint8Array | string) => keccak_256(Buffer.from(data))

/** An account of the chain: 32 bytes of key, 20 bytes of address (lower case). */
export interface Account {
  readonly privateKey: `0x${string}`
  readonly address: `0x${string}`
}

const account = (words: string): Account => {
  const key = hash(words)
  const point = pointFromScalar(key, false)
  if (point === null) throw new Error(`no key for ${words}`)
  return { privateKey: hex(key), address: hex(hash(point.subarray(1)).subarray(12)) }
}

/** Buyers with money. */
export const buyers = [account("almanac sandbox buyer 1"), account("almanac sandbox buyer 2")] as const

/** A buyer without money. */
export const penniless = account("almanac sandbox buyer without money")

/** The payee. */
export const seller = account("almanac sandbox seller")

/** What a buyer has at the start, in atomic USDC: 1000 USDC. */
export const openingBalance = 1_000_000_000n

/** The account that sends the settlements on the local chain, and pays their gas. */
export const facilitator = account("almanac sandbox facilitator")

/** A contract wallet on the local chain (`TestWallet.sol`), with as much money as a buyer. */
export const wallet = "0x0000000000000000000000000000000000001271"
