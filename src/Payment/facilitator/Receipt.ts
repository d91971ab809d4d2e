/**
 * What a facilitator's receipt of a settlement proves. A success counts when its payer and its amount, where they are
 * present, are the payment's, its network is ours (or empty or absent), and its transaction is a hash. Every other
 * success proves nothing. Pure.
 *
 * Sources: the protocol's `SettleResponse`; names of networks in its version 1: `@x402/evm` 2.27.
 */
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Assets from "../../Resources/Assets.ts"
import { type Settlement, SettlementUnknown, type Submission } from "./Facilitator.ts"

/** The payment that a receipt must be about. */
export type Expected = Pick<Submission, "authorization" | "paymentRequirements">

/** The members of a receipt that are judged. A facilitator may send anything. */
export const fields = {
  transaction: Schema.optional(Schema.Unknown),
  network: Schema.optional(Schema.Unknown),
  payer: Schema.optional(Schema.Unknown),
  amount: Schema.optional(Schema.Unknown)
}

/** A receipt as it came. */
export interface Receipt {
  readonly transaction?: unknown
  readonly network?: unknown
  readonly payer?: unknown
  readonly amount?: unknown
}

/** Chain ids by the names that version 1 of the protocol had for them. Some facilitators still answer with these. */
const versionOneNames: Readonly<Record<string, number>> = {
  ethereum: 1,
  sepolia: 11155111,
  abstract: 2741,
  "abstract-testnet": 11124,
  "base-sepolia": 84532,
  base: 8453,
  "avalanche-fuji": 43113,
  avalanche: 43114,
  iotex: 4689,
  sei: 1329,
  "sei-testnet": 1328,
  polygon: 137,
  "polygon-amoy": 80002,
  peaq: 3338,
  story: 1514,
  educhain: 41923,
  "skale-base-sepolia": 324705682,
  megaeth: 4326,
  monad: 143,
  stable: 988,
  "stable-testnet": 2201,
  celo: 42220,
  flare: 14
}

/** Whether a member says nothing: facilitators send `null` and the empty text for what they leave out. */
export const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === ""

/** A transaction's hash, in lower case. */
export const asTransaction = (value: unknown): Option.Option<string> =>
  typeof value === "string" && /^0x[0-9a-fA-F]{64}$/.test(value)
    ? Option.some(value.toLowerCase())
    : Option.none()

/** Whether a reply is about the payment's payer, or names none. */
export const isPayer = ({ authorization }: Pick<Expected, "authorization">, value: unknown): boolean =>
  isAbsent(value) || (typeof value === "string" && value.toLowerCase() === authorization.from.toLowerCase())

const isAmount = ({ paymentRequirements }: Expected, value: unknown): boolean => {
  if (isAbsent(value)) return true
  const text = typeof value === "number" ? String(value) : value
  return (
    typeof text === "string" && /^\d{1,78}$/.test(text) && BigInt(text) === BigInt(paymentRequirements.amount)
  )
}

const isNetwork = ({ paymentRequirements: { network } }: Expected, value: unknown): boolean =>
  isAbsent(value) ||
  value === network ||
  (typeof value === "string" &&
    Object.hasOwn(versionOneNames, value) &&
    Option.contains(Option.fromNullable(Assets.chainId(network)), versionOneNames[value]))

/** A success that proves nothing. Its transaction is not passed on: it may be another payment's. */
const unproven = (reason: string, receipt: "unusable" | "contradicting") =>
  Either.left(new SettlementUnknown({ reason, receipt }))

/** Judges a receipt of success. */
export const judge = (expected: Expected, receipt: Receipt): Either.Either<Settlement, SettlementUnknown> => {
  if (!isPayer(expected, receipt.payer)) return unproven("receipt_payer", "contradicting")
  if (!isAmount(expected, receipt.amount)) return unproven("receipt_amount", "contradicting")
  if (!isNetwork(expected, receipt.network)) return unproven("receipt_network", "unusable")
  return Option.match(asTransaction(receipt.transaction), {
    onNone: () => unproven("receipt_transaction", "unusable"),
    onSome: (transaction) => Either.right({ transaction })
  })
}
