/**
 * Reads a facilitator's HTTP replies. Two rules shape this file. A reply that does not prove that no money moved is
 * `SettlementUnknown`. No text of a facilitator is passed on: only well-formed reason codes and transaction ids are.
 *
 * A receipt of a settlement proves the transfer when its payer and its amount, where they are present, are the payment's,
 * its network is ours (or empty or absent), and its transaction is a hash. Every other success proves nothing.
 *
 * Sources: the protocol's `SettleResponse`; names of networks in its version 1: `@x402/evm` 2.27.
 */
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { BoundedReply } from "../../Http/client/Reply.ts"
import * as Assets from "../../Resources/Assets.ts"
import {
  FacilitatorUnavailable,
  type Settlement,
  SettlementFailed,
  SettlementUnknown,
  type Submission,
  type Verdict
} from "./Facilitator.ts"
import { isFinal } from "./SettleErrorCodes.ts"

/** The payment that a receipt must be about. */
type Expected = Pick<Submission, "authorization" | "paymentRequirements">

/** The members of a receipt that are judged. A facilitator may send anything. */
const receiptFields = {
  transaction: Schema.optional(Schema.Unknown),
  network: Schema.optional(Schema.Unknown),
  payer: Schema.optional(Schema.Unknown),
  amount: Schema.optional(Schema.Unknown)
}

/** A receipt as it came. */
interface Receipt {
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
const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === ""

/** A transaction's hash, in lower case. */
const asTransaction = (value: unknown): Option.Option<string> =>
  typeof value === "string" && /^0x[0-9a-fA-F]{64}$/.test(value)
    ? Option.some(value.toLowerCase())
    : Option.none()

/** Whether a reply is about the payment's payer, or names none. */
const isPayer = ({ authorization }: Pick<Expected, "authorization">, value: unknown): boolean =>
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
const judgeReceipt = (expected: Expected, receipt: Receipt): Either.Either<Settlement, SettlementUnknown> => {
  if (!isPayer(expected, receipt.payer)) return unproven("receipt_payer", "contradicting")
  if (!isAmount(expected, receipt.amount)) return unproven("receipt_amount", "contradicting")
  if (!isNetwork(expected, receipt.network)) return unproven("receipt_network", "unusable")
  return Option.match(asTransaction(receipt.transaction), {
    onNone: () => unproven("receipt_transaction", "unusable"),
    onSome: (transaction) => Either.right({ transaction })
  })
}

const isOk = (status: number) => status >= 200 && status < 300

/** Facilitators are known to send the protocol's own replies with these statuses. */
const isConclusive = (status: number) => isOk(status) || (status >= 400 && status < 500)

const ReasonCode = Schema.String.pipe(Schema.pattern(/^[A-Za-z0-9_.:-]{1,128}$/))
const asReasonCode = Schema.decodeUnknownOption(ReasonCode)

const asVerifyReply = Schema.decodeUnknownOption(
  Schema.Struct({
    isValid: Schema.Boolean,
    invalidReason: Schema.optional(Schema.Unknown),
    payer: Schema.optional(Schema.Unknown)
  })
)

const asSettleReply = Schema.decodeUnknownOption(
  Schema.Struct({ success: Schema.Boolean, errorReason: Schema.optional(Schema.Unknown), ...receiptFields })
)

const invalid = (reason: string): Verdict => ({ isValid: false, reason })

/**
 * The reply to `/verify`. A 4xx may say that a payment is invalid, never that it is valid. A reply that is not the
 * protocol's, or is about another payer, says nothing about the payment.
 */
export const verdict =
  (submission: Expected) =>
  ({ status, json }: BoundedReply): Either.Either<Verdict, FacilitatorUnavailable> =>
    json.pipe(
      Option.filter(() => isConclusive(status)),
      Option.flatMap(asVerifyReply),
      Option.filter(({ isValid }) => !isValid || isOk(status)),
      Option.filter(({ payer }) => isPayer(submission, payer)),
      Option.map(({ isValid, invalidReason }) =>
        isValid
          ? { isValid }
          : invalid(Option.getOrElse(asReasonCode(invalidReason), () => "invalid_payment"))
      ),
      Either.fromOption(
        () => new FacilitatorUnavailable({ reason: isOk(status) ? "malformed" : "status", status })
      )
    )

/** Members are left out where there is nothing to tell. */
const named = (transaction: Option.Option<string>) =>
  Option.match(transaction, { onNone: () => ({}), onSome: (transaction) => ({ transaction }) })

const unknown = (reason: string, transaction: Option.Option<string> = Option.none()) =>
  new SettlementUnknown({ reason, ...named(transaction) })

/** The reply to `/settle`. */
export const settlement =
  (submission: Expected) =>
  ({ status, json }: BoundedReply): Either.Either<Settlement, SettlementFailed | SettlementUnknown> => {
    const reply = Option.getOrUndefined(Option.flatMap(json, asSettleReply))
    if (reply === undefined) return Either.left(unknown(isOk(status) ? "malformed" : "status"))
    if (reply.success) {
      const receipt = judgeReceipt(submission, reply)
      if (isOk(status)) return receipt
      const proven = Either.getRight(receipt)
      return Either.left(
        unknown(
          "status",
          Option.map(proven, ({ transaction }) => transaction)
        )
      )
    }
    if (!isPayer(submission, reply.payer)) return Either.left(unknown("receipt_payer"))
    const transaction = asTransaction(reply.transaction)
    const namesOne = !isAbsent(reply.transaction)
    // A reason that is not a code is the text of some exception. Without a code nothing is certain.
    const code = asReasonCode(reply.errorReason)
    return Either.left(
      Option.isSome(code) &&
        isConclusive(status) &&
        namesOne === Option.isSome(transaction) &&
        isFinal(code.value, namesOne)
        ? new SettlementFailed({ reason: code.value, ...named(transaction) })
        : unknown(
            Option.getOrElse(code, () => "unknown"),
            transaction
          )
    )
  }
