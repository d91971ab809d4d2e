/**
 * Every way in which a call can end without its answer: one class per code, one wire form for all.
 *
 * `{ error: { code, message, retryable, details? }, meta: { requestId } }`; the payment failures also carry the
 * members of the challenge, because some buyers read only the body.
 */
import * as Schema from "effect/Schema"
import { Problem } from "../Resources/Problem.ts"
import { ProviderSlug } from "../Resources/ProviderSlug.ts"
import { Quote } from "../Resources/Quote.ts"
import { PaymentRequired, SettleResponse } from "../Resources/X402.ts"
import { codes } from "./ErrorCodes.ts"

export { type Code, codes } from "./ErrorCodes.ts"

/** What a program can act on, beside the code. */
export const Details = Schema.Struct({
  problems: Schema.optional(
    Schema.Array(Problem).annotations({ description: "Every problem of the request body" })
  ),
  reason: Schema.optional(
    Schema.String.annotations({ description: "The payment protocol's reason code (an open set)" })
  ),
  provider: Schema.optional(ProviderSlug.annotations({ description: "The provider that failed" }))
}).annotations({ title: "ErrorDetails", description: "What a program can act on" })

const fields = {
  message: Schema.String,
  details: Schema.optional(Details),
  /** Whole seconds, in the header `Retry-After`. */
  retryAfter: Schema.optional(Schema.Number),
  /** Why, in our own words, for the log. It is never sent. */
  why: Schema.optional(Schema.String),
  /** The request pipeline fills it in; inside the service a failure has none. */
  requestId: Schema.optional(Schema.String)
}

/** The failures that ask for another payment, or tell how the present one ended. */
const paymentFields = { ...fields, challenge: PaymentRequired, settlement: Schema.optional(SettleResponse) }

export class ValidationFailed extends Schema.TaggedError<ValidationFailed>()("VALIDATION_FAILED", fields) {}
/** Problems that the sentence of a 400 tells. Our choice: a person reads no more, and a program reads the list. */
const mostTold = 10

/** The 400. Its details list every problem; its message tells the first ones, and how many more there are. */
export const validationFailed = (problems: ReadonlyArray<Problem>) => {
  const told = problems
    .slice(0, mostTold)
    .map(({ pointer, message }) => `${pointer === "" ? "the body:" : pointer} ${message}`)
  const more = problems.length - told.length
  return new ValidationFailed({
    message: [...told, ...(more > 0 ? [`and ${more} more, in details.problems`] : [])].join("; "),
    details: { problems }
  })
}
/** No payment was sent. */
export class PaymentMissing extends Schema.TaggedError<PaymentMissing>()("PAYMENT_REQUIRED", {
  ...paymentFields,
  /** Where the call asked for one. */
  quote: Schema.optional(Quote)
}) {}
/** The payment is refused by our own checks. */
export class PaymentInvalid extends Schema.TaggedError<PaymentInvalid>()("PAYMENT_INVALID", paymentFields) {}
/** The payment is refused by the facilitator or by our policy. */
export class PaymentRejected extends Schema.TaggedError<PaymentRejected>()(
  "PAYMENT_REJECTED",
  paymentFields
) {}
export class PaymentSettlementFailed extends Schema.TaggedError<PaymentSettlementFailed>()(
  "PAYMENT_SETTLEMENT_FAILED",
  paymentFields
) {}
/** A page of another origin asks, or the request was meant for another host: only where that is looked at. */
export class Forbidden extends Schema.TaggedError<Forbidden>()("FORBIDDEN", fields) {}
/** No such route, or no such payment. */
export class NotFound extends Schema.TaggedError<NotFound>()("NOT_FOUND", fields) {}
/** No provider knows a work for the DOI. */
export class WorkNotFound extends Schema.TaggedError<WorkNotFound>()("WORK_NOT_FOUND", fields) {}
export class MethodNotAllowed extends Schema.TaggedError<MethodNotAllowed>()("METHOD_NOT_ALLOWED", {
  ...fields,
  allow: Schema.Array(Schema.String)
}) {}
/** The body did not arrive in time. */
export class RequestTimeout extends Schema.TaggedError<RequestTimeout>()("REQUEST_TIMEOUT", fields) {}
export class PayloadTooLarge extends Schema.TaggedError<PayloadTooLarge>()("PAYLOAD_TOO_LARGE", fields) {}
export class UnsupportedMediaType extends Schema.TaggedError<UnsupportedMediaType>()(
  "UNSUPPORTED_MEDIA_TYPE",
  fields
) {}
export class RateLimited extends Schema.TaggedError<RateLimited>()("PROVIDER_RATE_LIMITED", fields) {}
export class InternalError extends Schema.TaggedError<InternalError>()("INTERNAL_ERROR", fields) {}
export class Unavailable extends Schema.TaggedError<Unavailable>()("PROVIDER_UNAVAILABLE", fields) {}
export class BadResponse extends Schema.TaggedError<BadResponse>()("PROVIDER_BAD_RESPONSE", fields) {}
export class FacilitatorDown extends Schema.TaggedError<FacilitatorDown>()(
  "PAYMENT_FACILITATOR_UNAVAILABLE",
  fields
) {}
/** The outcome of the settlement is unknown. The same payment, sent again later, gets the answer. */
export class SettlementPending extends Schema.TaggedError<SettlementPending>()("PAYMENT_SETTLEMENT_PENDING", {
  ...fields,
  settlement: Schema.optional(SettleResponse)
}) {}
/** The idempotency key was already used for another request. */
export class PaymentConflict extends Schema.TaggedError<PaymentConflict>()("PAYMENT_CONFLICT", fields) {}
/** A limit of ours, for this payer. */
export class TooManyRequests extends Schema.TaggedError<TooManyRequests>()("TOO_MANY_REQUESTS", fields) {}
/** A limit of calls at the same time is reached. */
export class Overloaded extends Schema.TaggedError<Overloaded>()("OVERLOADED", fields) {}
export class LedgerDown extends Schema.TaggedError<LedgerDown>()("LEDGER_UNAVAILABLE", fields) {}
/** The operator has paused the capability, or all of its providers. */
export class CapabilityPaused extends Schema.TaggedError<CapabilityPaused>()("CAPABILITY_PAUSED", fields) {}
export class ShuttingDown extends Schema.TaggedError<ShuttingDown>()("SHUTTING_DOWN", fields) {}
export class TimedOut extends Schema.TaggedError<TimedOut>()("PROVIDER_TIMEOUT", fields) {}

/** The failures that carry a challenge: status 402. */
export type PaymentFailure = PaymentMissing | PaymentInvalid | PaymentRejected | PaymentSettlementFailed

/** How a sale can fail, whatever is sold. */
export type SaleFailure =
  | PaymentFailure
  | ValidationFailed
  | RequestTimeout
  | PayloadTooLarge
  | UnsupportedMediaType
  | FacilitatorDown
  | SettlementPending
  | PaymentConflict
  | TooManyRequests
  | Overloaded
  | LedgerDown
  | CapabilityPaused

/** How a provider can fail its capability. */
export type ProviderFailure = RateLimited | Unavailable | BadResponse | TimedOut

const providerFailures = [RateLimited, Unavailable, BadResponse, TimedOut]

/** Whether a call failed because its provider did. */
export const isProviderFailure = (error: unknown): error is ProviderFailure =>
  providerFailures.some((failure) => error instanceof failure)

/** Any failure that a client can see. */
export type Failure =
  | SaleFailure
  | ProviderFailure
  | Forbidden
  | NotFound
  | WorkNotFound
  | MethodNotAllowed
  | InternalError
  | ShuttingDown

/** What the body says of a failure beside its code. */
export const describe = (failure: Failure) => ({
  message: failure.message,
  retryable: codes[failure._tag].retryable,
  ...(failure.details === undefined ? {} : { details: failure.details })
})

/** The members of the challenge that stand in the body: the text of its `error` is the body's own. */
export const challengeMembers = ({ error: _, ...members }: PaymentRequired) => members

/** The body of a failure. */
export const toWire = (failure: Failure, requestId: string) => ({
  error: { code: failure._tag, ...describe(failure) },
  meta: { requestId },
  ...("challenge" in failure ? challengeMembers(failure.challenge) : {}),
  ...("quote" in failure && failure.quote !== undefined ? { quote: failure.quote } : {})
})

const classes = [
  ValidationFailed,
  PaymentMissing,
  PaymentInvalid,
  PaymentRejected,
  PaymentSettlementFailed,
  Forbidden,
  NotFound,
  WorkNotFound,
  MethodNotAllowed,
  RequestTimeout,
  PayloadTooLarge,
  UnsupportedMediaType,
  RateLimited,
  InternalError,
  Unavailable,
  BadResponse,
  FacilitatorDown,
  SettlementPending,
  PaymentConflict,
  TooManyRequests,
  Overloaded,
  LedgerDown,
  CapabilityPaused,
  ShuttingDown,
  TimedOut
] as const

/** Whether a value is one of the failures that a client can see. */
export const isFailure = (value: unknown): value is Failure =>
  classes.some((failure) => value instanceof failure)
