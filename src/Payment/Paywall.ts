/**
 * The paywall: everything that a paid call must pass, in order. `protect` puts an endpoint behind it. The checks are
 * the same for every way into the service.
 */
import type { IncomingMessage } from "node:http"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Delivery, Envelope, PaidEndpoint } from "../Api/Delivery.ts"
import { Overloaded, type PaymentInvalid, type SaleFailure, ShuttingDown, TimedOut } from "../Api/Failure.ts"
import * as RequestDecoder from "../Api/RequestDecoder.ts"
import { AdmissionControl, noPlace } from "../Http/limits/AdmissionControl.ts"
import { Lifecycle } from "../Lifecycle.ts"
import { Pauses } from "../Pauses.ts"
import { withNow } from "../Runtime/Clock.ts"
import { span } from "../Runtime/Span.ts"
import * as TimeLimit from "../Runtime/TimeLimit.ts"
import { Settings } from "../Settings.ts"
import * as Call from "../Telemetry/Call.ts"
import * as Answer from "./Answer.ts"
import { type Challenge, Challenges } from "./challenge/Challenge.ts"
import { capabilityPaused } from "./Failures.ts"
import { FreeLookups } from "./ledger/FreeLookups.ts"
import { answerable, keyOf, Ledger, proves } from "./ledger/Ledger.ts"
import type { Order, Payment, PurchaseRequest, PurchaseResult } from "./Order.ts"
import * as HttpCall from "./request/HttpCall.ts"
import * as IdempotencyKey from "./request/IdempotencyKey.ts"
import * as PaymentHeader from "./request/PaymentHeader.ts"
import { requestHash } from "./request/RequestHash.ts"
import * as SharedPurchases from "./SharedPurchases.ts"
import * as Settlement from "./settlement/Settlement.ts"
import * as Trace from "./Trace.ts"

/** The failures of a protected endpoint; the end of the payment's window is among them where it is declared. */
type EndpointFailure<E, Declared> = E | SaleFailure | ShuttingDown | (TimedOut & Declared)

/** A protected endpoint. */
export interface Protected<E = unknown> {
  /** Sells one request for one payment, whatever way both have come in: the answer as it is stored, or a refusal. */
  readonly sell: (asked: PurchaseRequest) => Effect.Effect<PurchaseResult, E>
  /** Answers a call over HTTP, from its headers on. */
  readonly handle: (message: IncomingMessage) => Effect.Effect<HttpServerResponse.HttpServerResponse, E>
}

/** The protected endpoints, by path: `PaidHandlers` has each capability protected at the start. */
export class ProtectedEndpoints extends Context.Tag("almanac/ProtectedEndpoints")<
  ProtectedEndpoints,
  ReadonlyMap<string, Protected>
>() {}

/** The paywall of this process. */
export class Paywall extends Context.Tag("almanac/Paywall")<
  Paywall,
  {
    /** Sells what `run` makes of the payload at an endpoint: the capability (`Capabilities/<name>/index.ts`). */
    readonly protect: <Payload, PayloadEncoded, Success extends Envelope, SuccessEncoded, Declared, E>(
      endpoint: PaidEndpoint<Payload, PayloadEncoded, Success, SuccessEncoded, Declared>,
      run: (payload: Payload) => Effect.Effect<Delivery<Success>, E>
    ) => Protected<EndpointFailure<E, Declared>>
  }
>() {}

const stopping = new ShuttingDown({ message: "The service is stopping.", retryAfter: 5 })

const windowEnded = "The payment's time window ended before the answer was there; nothing was charged."

/** The run may have been cut, or be settled at this moment. */
const waitEnded =
  "The answer was not there in time, and may be charged. Send the same request with the same payment again later."

const make = Effect.gen(function* () {
  const { chain } = (yield* Settings).payment
  const admission = yield* AdmissionControl
  const challenges = yield* Challenges
  const ledger = yield* Ledger
  const lifecycle = yield* Lifecycle
  const lookups = yield* FreeLookups
  const pauses = yield* Pauses
  const readHttp = yield* HttpCall.reader
  const readPayment = yield* PaymentHeader.reader
  const purchasesOfEndpoint = yield* SharedPurchases.make

  /** A payment that does not meet the current terms is accepted only if the ledger has a purchase of it. */
  const passIfKnown = (payment: Payment, refusal: SaleFailure) =>
    Effect.matchEffect(lookups(ledger.find(keyOf(chain, payment.authorization))), {
      // Without the ledger we cannot tell whether the payment has bought an answer: the purchase will say so.
      onFailure: (failure) =>
        failure instanceof Overloaded ? Effect.fail(failure) : Effect.succeed(payment),
      onSuccess: Option.match({
        onNone: () => Effect.fail(refusal),
        onSome: (entry) =>
          answerable(entry) && proves(payment, entry) ? Effect.succeed(payment) : Effect.fail(refusal)
      })
    })

  /** Our own checks of a payment: everything is local, but one look into the ledger. */
  const checkPayment = (header: string, challenge: Challenge): Effect.Effect<Payment, SaleFailure> =>
    withNow((now) =>
      Either.match(readPayment(header, challenge, now), {
        onLeft: (refusal) => Effect.zipRight(Trace.identifyRefused(chain, header), Effect.fail(refusal)),
        onRight: (payment) =>
          Effect.zipRight(
            Trace.identify(keyOf(chain, payment.authorization)),
            Either.isLeft(payment.meetsTerms)
              ? passIfKnown(payment, payment.meetsTerms.left)
              : Effect.succeed(payment)
          )
      })
    ).pipe(Call.phase("gate"))

  /** Nobody is asked for a payment that would buy nothing now. */
  const refuseUnpaid = ({ challenge, unpaid }: PurchaseRequest) => {
    const pause = pauses.ofCapability(challenge.offer.facts)
    return pause === undefined ? unpaid : Effect.fail(capabilityPaused(pause))
  }

  const protect = <Payload, PayloadEncoded, Success extends Envelope, SuccessEncoded, Declared, E>(
    endpoint: PaidEndpoint<Payload, PayloadEncoded, Success, SuccessEncoded, Declared>,
    run: (payload: Payload) => Effect.Effect<Delivery<Success>, E>
  ): Protected<EndpointFailure<E, Declared>> => {
    const { method, path, payloadSchema, successSchema, errorSchema } = endpoint
    const schema = Option.getOrThrow(payloadSchema)
    const decode = RequestDecoder.make(schema)
    const canonical = Schema.encodeSync(schema)
    const product = Answer.maker(successSchema)
    const challenge = challenges.unsafeOf(path)
    const share = purchasesOfEndpoint<E | PaymentInvalid | (TimedOut & Declared)>()

    // A composite declares no 504, for its sources' time-outs are part of its answer: there the payment is at fault.
    const declares = Schema.is(errorSchema)
    const late = new TimedOut({ message: windowEnded })
    const failureOfWindow = (order: Order) =>
      declares(late)
        ? late
        : PaymentHeader.refuse(
            order.challenge,
            "invalid_exact_evm_payload_authorization_valid_before",
            windowEnded
          )

    const buy = (order: Order, payload: Payload, deadline: PurchaseRequest["deadline"]) => {
      const bought = share(order, {
        run: Effect.map(run(payload), (delivery) => product(delivery, order.requestId)),
        windowEnded: () => failureOfWindow(order)
      })
      return Option.match(deadline, {
        onNone: () => bought,
        onSome: (duration) =>
          TimeLimit.cut({
            duration,
            onTimeout: () => Settlement.pending(order.key, undefined, "the caller waits no longer", waitEnded)
          })(bought)
      }).pipe(span("purchase"))
    }

    /** The order of these lines is the order of the failures. */
    const sell = (asked: PurchaseRequest): Effect.Effect<PurchaseResult, EndpointFailure<E, Declared>> =>
      Effect.gen(function* () {
        const call = yield* Call.CurrentCall
        call.capability = asked.challenge.offer.facts.id
        if (lifecycle.isDraining()) return yield* stopping // 503 SHUTTING_DOWN
        if (asked.payment === undefined) return yield* refuseUnpaid(asked) // 503 CAPABILITY_PAUSED, 402 PAYMENT_REQUIRED
        if (admission.isFull()) return yield* noPlace // 503 OVERLOADED, whatever the payment is
        const payment = yield* checkPayment(asked.payment, asked.challenge) // 402 PAYMENT_INVALID, 503 OVERLOADED by look-ups
        const payload = yield* Effect.flatMap(asked.body(payment), (bytes) =>
          RequestDecoder.decodeBytes(bytes, decode)
        ).pipe(Call.phase("decode")) // 413, 415, 408, 400
        const idempotencyKey = yield* IdempotencyKey.read(payment.payload, asked.idempotencyKey) // 400
        const order: Order = {
          payment,
          key: keyOf(chain, payment.authorization),
          challenge: asked.challenge,
          requestHash: requestHash(method, path, canonical(payload)),
          idempotencyKey,
          requestId: call.id,
          connection: asked.connection
        }
        return yield* buy(order, payload, asked.deadline) // 503 CAPABILITY_PAUSED, OVERLOADED; 402, 409, 429, 503 by ledger and facilitator; the run's own
      })

    return {
      sell,
      handle: (message) =>
        Effect.map(sell(readHttp(message, challenge)), ({ answer, settlement }) =>
          Answer.respond(answer, settlement)
        )
    }
  }

  return Paywall.of({ protect })
})

/** The paywall, with nothing behind it yet. */
export const layer = Layer.effect(Paywall, make)
