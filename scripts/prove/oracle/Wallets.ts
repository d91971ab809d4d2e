/**
 * Buyers: keys that sign as any wallet, and contract wallets, whose signature only their own rule can judge.
 */
import { createHash } from "node:crypto"
import { type Authorization, digest, signerOf, signWith } from "./TypedData.ts"

/** Who pays. */
export interface Wallet {
  readonly address: string
  readonly isContract: boolean
  readonly sign: (authorization: Authorization) => Promise<string>
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex")

/** A contract wallet's own rule: longer than a key's signature, and not recoverable. */
const contractSignature = (address: string, authorization: Authorization) => {
  const half = createHash("sha512").update(address.toLowerCase()).update(digest(authorization)).digest("hex")
  return `0x${half}${half}`
}

const keyed = (name: string): Wallet => ({ ...signWith(`0x${sha256(name)}`), isContract: false })

const contract = (name: string): Wallet => {
  const address = `0x${sha256(name).slice(0, 40)}`
  return {
    address,
    isContract: true,
    sign: async (authorization) => contractSignature(address, authorization)
  }
}

/** The wallet that the published client has in a history. */
export const clientOf = (history: string): Wallet => keyed(`${history}/client`)

/** Wallets of one history, told by its name: the last one is a contract. */
export const wallets = (history: string): ReadonlyArray<Wallet> => [
  keyed(`${history}/0`),
  keyed(`${history}/1`),
  keyed(`${history}/2`),
  contract(`${history}/3`)
]

/** Whether a signature is the payer's, as the token's contract would find. */
export const isSigned = async (authorization: Authorization, signature: string): Promise<boolean> =>
  signature.length > 132
    ? signature === contractSignature(authorization.from, authorization)
    : (await signerOf(authorization, signature)) === authorization.from.toLowerCase()

/** Signatures of nobody, of both forms, told by a text. */
export const forgeries = {
  key: (text: string) => `0x${sha256(`${text}/r`)}${`0${sha256(`${text}/s`).slice(1)}`}1b`,
  contract: (text: string) => `0x${sha256(text).repeat(4)}`
} as const
