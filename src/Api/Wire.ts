/**
 * The failures as the contract's schemas: the wire form on one side, the class that a typed client catches on
 * the other.
 */
import * as HttpApiSchema from "@effect/platform/HttpApiSchema"
import * as Schema from "effect/Schema"
import { Quote } from "../Resources/Quote.ts"
import { PaymentRequired } from "../Resources/X402.ts"
import { RequestId } from "./Envelope.ts"
import * as Failure from "./Failure.ts"

const message = Schema.String.annotations({ title: "ErrorMessage", description: "What happened, in words" })

const retryable = Schema.Boolean.annotations({
  title: "Retryable",
  description: "Whether the identical request with the identical payment may succeed later"
})

const meta = Schema.Struct({ requestId: RequestId }).annotations({
  title: "Meta",
  description: "About the answer"
})

const body = <Code extends Failure.Code>(code: Code) => ({
  error: Schema.Struct({
    code: Schema.Literal(code).annotations({ description: "What happened" }),
    message,
    retryable,
    details: Schema.optional(Failure.Details)
  }).annotations({ description: "What went wrong" }),
  meta
})

/** The name of a code's schema: `PROVIDER_TIMEOUT` is `ProviderTimeoutError`. */
const nameOf = (code: Failure.Code) =>
  `${code
    .toLowerCase()
    .split("_")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("")
    .replace(/Error$/, "")}Error`

const annotations = <Self>(code: Failure.Code, description: string) =>
  HttpApiSchema.annotations<Self>({ status: Failure.codes[code].status, title: nameOf(code), description })

const instance = <Self>(make: abstract new (...props: Array<never>) => Self): Schema.Schema<Self> =>
  Schema.declare((value): value is Self => value instanceof make)

/** A failure without a challenge. `rest` is what the body does not tell. */
const plain = <
  Code extends Failure.Code,
  Self extends Failure.Failure & { readonly _tag: Code },
  const Rest extends object = object
>(
  code: Code,
  make: new (
    props: {
      readonly message: string
      readonly details?: typeof Failure.Details.Type | undefined
      readonly requestId: string
    } & Rest
  ) => Self,
  description: string,
  rest?: Rest
) =>
  Schema.transform(Schema.Struct(body(code)), instance(make), {
    strict: true,
    decode: ({ error, meta }) =>
      new make(
        Object.assign({ message: error.message, details: error.details, requestId: meta.requestId }, rest)
      ),
    encode: (failure) => ({
      error: { code, ...Failure.describe(failure) },
      meta: { requestId: failure.requestId ?? "" }
    })
  }).annotations(annotations(code, description))

/** The members of the challenge in a body, which tells the reason in `error`, where the header's has a text. */
const { error: _, ...members } = PaymentRequired.fields

/** The challenge of a body. */
const challengeOf = (
  error: { readonly message: string; readonly details?: typeof Failure.Details.Type | undefined },
  rest: Omit<PaymentRequired, "error">
): PaymentRequired => ({ ...rest, error: error.details?.reason ?? error.message })

/** A failure that asks for a payment: the members of the challenge stand beside the error. */
const payment = <Code extends Failure.Code, Self extends Failure.PaymentFailure & { readonly _tag: Code }>(
  code: Code,
  make: new (props: {
    readonly message: string
    readonly details?: typeof Failure.Details.Type | undefined
    readonly requestId: string
    readonly challenge: PaymentRequired
  }) => Self,
  description: string
) =>
  Schema.transform(Schema.Struct({ ...body(code), ...members }), instance(make), {
    strict: true,
    decode: ({ error, meta, ...rest }) =>
      new make({
        message: error.message,
        details: error.details,
        requestId: meta.requestId,
        challenge: challengeOf(error, rest)
      }),
    encode: (failure) => ({
      error: { code, ...Failure.describe(failure) },
      meta: { requestId: failure.requestId ?? "" },
      ...Failure.challengeMembers(failure.challenge)
    })
  }).annotations(annotations(code, description))

export const ValidationFailed = plain(
  "VALIDATION_FAILED",
  Failure.ValidationFailed,
  "The request breaks a rule: details.problems names every field and rule. Not charged; the payment can be used again."
)
/** The one payment failure with a quote. */
export const PaymentMissing = Schema.transform(
  Schema.Struct({ ...body("PAYMENT_REQUIRED"), ...members, quote: Schema.optional(Quote) }),
  instance(Failure.PaymentMissing),
  {
    strict: true,
    decode: ({ error, meta, quote, ...rest }) =>
      new Failure.PaymentMissing({
        message: error.message,
        details: error.details,
        requestId: meta.requestId,
        challenge: challengeOf(error, rest),
        quote
      }),
    encode: (failure) => ({
      error: { code: "PAYMENT_REQUIRED" as const, ...Failure.describe(failure) },
      meta: { requestId: failure.requestId ?? "" },
      ...Failure.challengeMembers(failure.challenge),
      quote: failure.quote
    })
  }
).annotations(
  annotations(
    "PAYMENT_REQUIRED",
    "No payment was sent. The header PAYMENT-REQUIRED holds the challenge. With the request header Prefer: quote the " +
      "body also tells, in quote, whether the request is valid and which providers are not available."
  )
)
export const PaymentInvalid = payment(
  "PAYMENT_INVALID",
  Failure.PaymentInvalid,
  "The payment does not match the challenge, or was used for another request."
)
export const PaymentRejected = payment(
  "PAYMENT_REJECTED",
  Failure.PaymentRejected,
  "The facilitator, or a policy of ours, refuses the payment. Nothing ran."
)
export const PaymentSettlementFailed = payment(
  "PAYMENT_SETTLEMENT_FAILED",
  Failure.PaymentSettlementFailed,
  "The transfer failed for certain; nothing was moved."
)
export const PaymentNotFound = plain(
  "NOT_FOUND",
  Failure.NotFound,
  "No such payment is known: it was not taken here, or was not charged and has expired."
)
export const WorkNotFound = plain(
  "WORK_NOT_FOUND",
  Failure.WorkNotFound,
  "No provider knows a work for the DOI. Not charged."
)
export const MethodNotAllowed = plain(
  "METHOD_NOT_ALLOWED",
  Failure.MethodNotAllowed,
  "The route does not take the method. The header Allow names those that it takes.",
  // They are in the header, which no schema of a body reads.
  { allow: [] }
)
export const RequestTimeout = plain(
  "REQUEST_TIMEOUT",
  Failure.RequestTimeout,
  "The body did not arrive within 5 seconds. Nothing ran; the payment can be used again."
)
export const PayloadTooLarge = plain(
  "PAYLOAD_TOO_LARGE",
  Failure.PayloadTooLarge,
  "The body is larger than 64 KiB."
)
export const UnsupportedMediaType = plain(
  "UNSUPPORTED_MEDIA_TYPE",
  Failure.UnsupportedMediaType,
  "The body is not JSON by its content type."
)
export const RateLimited = plain(
  "PROVIDER_RATE_LIMITED",
  Failure.RateLimited,
  "The upstream provider is rate-limiting. Not charged. Retry-After tells when."
)
export const InternalError = plain("INTERNAL_ERROR", Failure.InternalError, "A fault of ours. Not charged.")
export const Unavailable = plain(
  "PROVIDER_UNAVAILABLE",
  Failure.Unavailable,
  "The upstream provider is unavailable. Not charged."
)
export const BadResponse = plain(
  "PROVIDER_BAD_RESPONSE",
  Failure.BadResponse,
  "The upstream provider answered something that is not its answer. Not charged."
)
export const TimedOut = plain(
  "PROVIDER_TIMEOUT",
  Failure.TimedOut,
  "The upstream provider did not answer in time. Not charged."
)
export const FacilitatorDown = plain(
  "PAYMENT_FACILITATOR_UNAVAILABLE",
  Failure.FacilitatorDown,
  "Payments cannot be checked at the moment. Nothing ran; the payment can be used again."
)
export const SettlementPending = plain(
  "PAYMENT_SETTLEMENT_PENDING",
  Failure.SettlementPending,
  "The outcome of the settlement is not known yet. Send the same request with the same payment again later."
)
export const PaymentConflict = plain(
  "PAYMENT_CONFLICT",
  Failure.PaymentConflict,
  "The idempotency key was used for another request, or its answer was given too often."
)
export const TooManyRequests = plain(
  "TOO_MANY_REQUESTS",
  Failure.TooManyRequests,
  "Too many runs of this payer ended without a charge, or too many payments need the facilitator's judgement. Nothing ran. Retry-After tells when."
)
export const Overloaded = plain(
  "OVERLOADED",
  Failure.Overloaded,
  "The payer has too much under way that is not settled yet. Nothing ran; the payment can be used again."
)
export const LedgerDown = plain(
  "LEDGER_UNAVAILABLE",
  Failure.LedgerDown,
  "Payments cannot be recorded at the moment. Send the same request and payment again."
)
export const CapabilityPaused = plain(
  "CAPABILITY_PAUSED",
  Failure.CapabilityPaused,
  "Paused by the operator; the payment can be used again"
)
export const ShuttingDown = plain("SHUTTING_DOWN", Failure.ShuttingDown, "The process is stopping.")
