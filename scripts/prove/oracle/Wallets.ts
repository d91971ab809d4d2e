/**
 * Buyers: keys that sign as any wallet, and contract wallets, whose signature only their own rule can judge.
 */
import { createHash } from "node:crypto"
import { keccak_256 } from "@noble/hashes/sha3.js"
import { Option } from "effect"
import { signRecoverable } from "tiny-secp256k1"
import * as Eip712 from "../../../src/Payment/request/Eip712.ts"
import type { Authorization } from "../../../src/Resources/X402.ts"
import { asset } from "./Terms.ts"

/** Who pays. */
export interface Wallet {
  readonly address: string
  readonly sign: (authorization: Authorization) => string
}

const domain = Eip712.domain({ ...asset, verifyingContract: asset.address })

const hex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString("hex")}`

/** A contract wallet's own rule: longer than a key's signature, and not recoverable. */
const contractSignature = (address: string, authorization: Authorization) => {
  const half = createHash("sha512").update(address).update(Eip712.digest(domain, authorization)).digest("hex")
  return `0x${half}${half}`
}

const keyed = (name: string): Wallet => {
  const key = keccak_256(Buffer.from(name))
  const sign = (digest: Uint8Array) => {
    const { signature, recoveryId } = signRecoverable(digest, key)
    return `${hex(signature)}${(27 + recoveryId).toString(16)}`
  }
  return {
    address: Option.getOrThrow(Eip712.recover(key, sign(key))),
    sign: (authorization) => sign(Eip712.digest(domain, authorization))
  }
}

const contract = (name: string): Wallet => {
  const address = hex(keccak_256(Buffer.from(name)).subarray(12))
  return { address, sign: (authorization) => contractSignature(address, authorization) }
}

/** Wallets of one history, told by its name: the last one is a contract. */
export const wallets = (history: string): ReadonlyArray<Wallet> => [
  keyed(`${history}/0`),
  keyed(`${history}/1`),
  keyed(`${history}/2`),
  contract(`${history}/3`)
]

/** Whether a signature is the payer's, as the token's contract would find. */
export const isSigned = (authorization: Authorization, signature: string): boolean =>
  signature.length > 132
    ? signature === contractSignature(authorization.from, authorization)
    : Option.contains(
        Eip712.recover(Eip712.digest(domain, authorization), signature),
        authorization.from.toLowerCase()
      )
