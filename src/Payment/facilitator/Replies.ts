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
import * as Receipt from "./Receipt.ts"
import { isFinal } from "./SettleErrorCodes.ts"

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
  Schema.Struct({ success: Schema.Boolean, errorReason: Schema.optional(Schema.Unknown), ...Receipt.fields })
)

const invalid = (reason: string): Verdict => ({ isValid: false, reason })

/**
 * The reply to `/verify`. A 4xx may say that a payment is invalid, never that it is valid. A reply that is not the
 * protocol's, or is about another payer, says nothing about the payment.
 */
export const verdict =
  (submission: Receipt.Expected) =>
  ({ status, json }: BoundedReply): Either.Either<Verdict, FacilitatorUnavailable> =>
    json.pipe(
      Option.filter(() => isConclusive(status)),
      Option.flatMap(asVerifyReply),
      Option.filter(({ isValid }) => !isValid || isOk(status)),
      Option.filter(({ payer }) => Receipt.isPayer(submission, payer)),
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
  (submission: Receipt.Expected) =>
  ({ status, json }: BoundedReply): Either.Either<Settlement, SettlementFailed | SettlementUnknown> => {
    const reply = Option.getOrUndefined(Option.flatMap(json, asSettleReply))
    if (reply === undefined) return Either.left(unknown(isOk(status) ? "malformed" : "status"))
    if (reply.success) {
      const receipt = Receipt.judge(submission, reply)
      if (isOk(status)) return receipt
      const proven = Either.getRight(receipt)
      return Either.left(
        unknown(
          "status",
          Option.map(proven, ({ transaction }) => transaction)
        )
      )
    }
    if (!Receipt.isPayer(submission, reply.payer)) return Either.left(unknown("receipt_payer"))
    const transaction = Receipt.asTransaction(reply.transaction)
    const namesOne = !Receipt.isAbsent(reply.transaction)
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
