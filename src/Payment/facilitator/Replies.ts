/**
 * Reads a facilitator's HTTP replies. Two rules shape this file. A reply that does not prove that no money moved is
 * `SettlementUnknown`. No text of a facilitator is passed on: only well-formed reason codes and transaction ids are.
 */
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { BoundedReply } from "./BoundedReply.ts"
import {
  FacilitatorUnavailable,
  type Settlement,
  SettlementFailed,
  SettlementUnknown,
  type Verdict
} from "./Facilitator.ts"
import { isFinal } from "./SettleErrorCodes.ts"

const isOk = (status: number) => status >= 200 && status < 300

/** Facilitators are known to send the protocol's own replies with these statuses. */
const isConclusive = (status: number) => isOk(status) || (status >= 400 && status < 500)

const ReasonCode = Schema.String.pipe(Schema.pattern(/^[A-Za-z0-9_.:-]{1,128}$/))
const asReasonCode = Schema.decodeUnknownOption(ReasonCode)

/** A hash on EVM chains; the protocol says string. Bounded, because it goes into a response header. */
const TransactionId = Schema.String.pipe(Schema.pattern(/^[\x21-\x7e]{1,256}$/))
const asTransactionId = Schema.decodeUnknownOption(TransactionId)

const asVerifyReply = Schema.decodeUnknownOption(
  Schema.Struct({ isValid: Schema.Boolean, invalidReason: Schema.optional(Schema.Unknown) })
)

const asSettleReply = Schema.decodeUnknownOption(
  Schema.Union(
    Schema.Struct({
      success: Schema.Literal(true),
      transaction: Schema.String,
      network: Schema.optional(Schema.NullOr(Schema.String))
    }),
    Schema.Struct({
      success: Schema.Literal(false),
      transaction: Schema.optional(Schema.Unknown),
      errorReason: Schema.optional(Schema.Unknown)
    })
  )
)

const invalid = (reason: string): Verdict => ({ isValid: false, reason })

/**
 * The reply to `/verify`. A 4xx may say that a payment is invalid, never that it is valid. A reply that is not the
 * protocol's says nothing about the payment.
 */
export const verdict = ({ status, json }: BoundedReply): Either.Either<Verdict, FacilitatorUnavailable> =>
  json.pipe(
    Option.filter(() => isConclusive(status)),
    Option.flatMap(asVerifyReply),
    Option.filter(({ isValid }) => !isValid || isOk(status)),
    Option.map(({ isValid, invalidReason }) =>
      isValid ? { isValid } : invalid(Option.getOrElse(asReasonCode(invalidReason), () => "invalid_payment"))
    ),
    Either.fromOption(
      () => new FacilitatorUnavailable({ reason: isOk(status) ? "malformed" : "status", status })
    )
  )

/** The reply to `/settle`, for a payment on `network` (CAIP-2). */
export const settlement =
  (network: string) =>
  ({ status, json }: BoundedReply): Either.Either<Settlement, SettlementFailed | SettlementUnknown> => {
    const reply = Option.flatMap(json, asSettleReply)
    if (Option.isNone(reply)) {
      return Either.left(new SettlementUnknown({ reason: isOk(status) ? "malformed" : "status" }))
    }
    const transaction = asTransactionId(reply.value.transaction)
    const named = Option.match(transaction, {
      onNone: () => ({}),
      onSome: (transaction) => ({ transaction })
    })
    if (reply.value.success) {
      if (!isOk(status)) {
        return Either.left(new SettlementUnknown({ reason: "status", ...named }))
      }
      return (reply.value.network ?? network) === network
        ? Either.right({ transaction: Option.getOrElse(transaction, () => "") })
        : Either.left(new SettlementUnknown({ reason: "network_mismatch", ...named }))
    }
    // A reason that is not a code is the text of some exception. Without a code nothing is certain.
    const code = asReasonCode(reply.value.errorReason)
    return Either.left(
      Option.isSome(code) && isConclusive(status) && isFinal(code.value, Option.isSome(transaction))
        ? new SettlementFailed({ reason: code.value, ...named })
        : new SettlementUnknown({ reason: Option.getOrElse(code, () => "unknown"), ...named })
    )
  }
