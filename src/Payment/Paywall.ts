/**
 * The paywall: everything that a paid call must pass, in order. `protect` puts an endpoint behind it. The checks are
 * the same for every way into the service.
 */
import type { IncomingMessage } from "node:http"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import {
  Overloaded,
  type PaymentInvalid,
  PaymentMissing,
  type SaleFailure,
  ShuttingDown,
  TimedOut
} from "../Api/Failure.ts"
import * as RequestDecoder from "../Api/RequestDecoder.ts"
import * as AwaitedBodies from "../Http/limits/AwaitedBodies.ts"
import * as RequestBody from "../Http/limits/RequestBody.ts"
import { Lifecycle } from "../Lifecycle.ts"
import { withNow } from "../Runtime/Clock.ts"
import { limitPerTick } from "../Runtime/TickBudget.ts"
import { Settings } from "../Settings.ts"
import * as Call from "../Telemetry/Call.ts"
import { span } from "../Telemetry/Span.ts"
import { type Challenge, Challenges } from "./challenge/Challenge.ts"
import { FreeLookups } from "./ledger/FreeLookups.ts"
import { answerable, keyOf, Ledger, proves } from "./ledger/Ledger.ts"
import { bodyKeyOf, type Order, type Payment, type Work } from "./Order.ts"
import { Purchase, runningPurchases } from "./Purchase.ts"
import * as IdempotencyKey from "./request/IdempotencyKey.ts"
import * as PaymentHeader from "./request/PaymentHeader.ts"
import * as Quote from "./request/Quote.ts"
import { encoder, requestHash, respond } from "./StoredResponse.ts"

/** What a capability makes: the envelope without the request id, and facts that travel in headers. */
export interface Delivery<Data, Meta> {
  readonly data: Data
  readonly meta: Meta
  readonly headers?: Readonly<Record<string, string>>
  /** False for an answer that is given away: nothing is settled. */
  readonly charged?: boolean
}

interface Envelope {
  readonly data: unknown
  readonly meta: { readonly requestId: string }
}

/** The delivery of an endpoint's envelope. */
export type DeliveryOf<Success extends Envelope> = Delivery<
  Success["data"],
  Omit<Success["meta"], "requestId">
>

/** A paid endpoint of the contract: `Declared` are the failures that are its own. */
export interface PaidEndpoint<Payload, PayloadEncoded, Success extends Envelope, SuccessEncoded, Declared> {
  readonly method: string
  readonly path: string
  readonly payloadSchema: Option.Option<Schema.Schema<Payload, PayloadEncoded>>
  readonly successSchema: Schema.Schema<Success, SuccessEncoded>
  readonly errorSchema: Schema.Schema<Declared, unknown>
}

/** Answers a call of a paid endpoint, from its headers on. */
export type PaidHandler<E = unknown> = (
  message: IncomingMessage
) => Effect.Effect<HttpServerResponse.HttpServerResponse, E>

/** The same, as the Api's own server calls it. */
type ApiHandler<E> = (call: {
  readonly request: HttpServerRequest.HttpServerRequest
}) => Effect.Effect<HttpServerResponse.HttpServerResponse, E>

/** The failures of a protected endpoint; the end of the payment's window is among them where it is declared. */
type Failures<E, Declared> = E | SaleFailure | ShuttingDown | (TimedOut & Declared)

/** What is bought: the payment, the decoded request, and the buyer's idempotency key. */
interface Sale<Payload> {
  readonly payment: Payment
  readonly payload: Payload
  readonly key: Option.Option<string>
  readonly connection: object
}

/** The paywall of this process. */
export class Paywall extends Context.Tag("almanac/Paywall")<
  Paywall,
  {
    /** The protected endpoints, by path. */
    readonly handlers: ReadonlyMap<string, PaidHandler>
    /** Sells what `run` makes of the payload at an endpoint. */
    readonly protect: <Payload, PayloadEncoded, Success extends Envelope, SuccessEncoded, Declared, E>(
      endpoint: PaidEndpoint<Payload, PayloadEncoded, Success, SuccessEncoded, Declared>,
      run: (payload: Payload) => Effect.Effect<DeliveryOf<Success>, E>
    ) => ApiHandler<Failures<E, Declared>>
  }
>() {}

const stopping = new ShuttingDown({ message: "The service is stopping.", retryAfter: 5 })

/**
 * How many payments are checked in one turn of the event loop. A check takes a quarter of a millisecond. When a
 * thousand payments come at once, most of them must soon get the answer that there is no place.
 */
const paymentsPerTick = 16

const windowEnded = "The payment's time window ended before the answer was there; nothing was charged."

const make = Effect.gen(function* () {
  const { listen, payment: paymentSettings } = yield* Settings
  const challenges = yield* Challenges
  const ledger = yield* Ledger
  const lifecycle = yield* Lifecycle
  const lookups = yield* FreeLookups
  const purchase = yield* Purchase
  const quote = yield* Quote.quoter
  const reader = yield* PaymentHeader.reader
  const awaiting = AwaitedBodies.make(2 * listen.maxCalls)
  const turn = limitPerTick(paymentsPerTick)
  const handlers = new Map<string, PaidHandler>()

  /** The call has no payment: 402, with a quote where the call asks for one. */
  const refuseUnpaid = (message: IncomingMessage, { missing, offer, outdated }: Challenge) => {
    const unpaid = message.headers["x-payment"] === undefined ? missing : outdated
    return Quote.isWanted(RequestBody.headerOf(message, "prefer"))
      ? Effect.flatMap(
          Call.phase("quote")(quote(message, offer)),
          Option.match({
            onNone: () => Effect.fail(unpaid),
            onSome: (quote) =>
              Effect.fail(new PaymentMissing({ message: unpaid.message, challenge: unpaid.challenge, quote }))
          })
        )
      : Effect.fail(unpaid)
  }

  /** A payment that does not meet the current terms is accepted only if it has already bought an answer. */
  const passIfPaid = (payment: Payment, refusal: SaleFailure) =>
    Effect.matchEffect(lookups(ledger.find(keyOf(paymentSettings.chain, payment.authorization))), {
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
      Either.match(reader(header, challenge, now), {
        onLeft: (refusal) => Effect.fail(refusal),
        onRight: (payment) =>
          Either.match(payment.terms, {
            onLeft: (refusal) => passIfPaid(payment, refusal),
            onRight: () => Effect.succeed(payment)
          })
      })
    ).pipe(Call.phase("gate"))

  const readBody = <A>(
    message: IncomingMessage,
    decode: RequestDecoder.RequestDecoder<A>,
    payment: Payment
  ) => RequestBody.decode(message, decode, awaiting(bodyKeyOf(payment))).pipe(Call.phase("decode"))

  const protect = <Payload, PayloadEncoded, Success extends Envelope, SuccessEncoded, Declared, E>(
    endpoint: PaidEndpoint<Payload, PayloadEncoded, Success, SuccessEncoded, Declared>,
    run: (payload: Payload) => Effect.Effect<DeliveryOf<Success>, E>
  ): ApiHandler<Failures<E, Declared>> => {
    const { method, path, payloadSchema, successSchema, errorSchema } = endpoint
    const schema = Option.getOrThrow(payloadSchema)
    const decode = RequestDecoder.make(schema)
    const canonical = Schema.encodeSync(schema)
    const encode = encoder(successSchema)
    const challenge = challenges.unsafeOf(path)
    const running = runningPurchases<E | PaymentInvalid | (TimedOut & Declared)>()

    // A composite declares no 504, for its sources' time-outs are part of its answer: there the payment is at fault.
    const declares = Schema.is(errorSchema)
    const late = new TimedOut({ message: windowEnded })
    const failureOfWindow = () =>
      declares(late)
        ? late
        : PaymentHeader.refuse(challenge, "invalid_exact_evm_payload_authorization_valid_before", windowEnded)

    /** Reads a call over HTTP. The order of these lines is the order of the failures. */
    const readHttp = (message: IncomingMessage) =>
      Effect.gen(function* () {
        if (yield* lifecycle.draining) return yield* stopping // 503 SHUTTING_DOWN
        const header = PaymentHeader.of(message)
        if (header === undefined) return yield* refuseUnpaid(message, challenge) // 402 PAYMENT_REQUIRED
        yield* turn
        const payment = yield* checkPayment(header, challenge) // 402 PAYMENT_INVALID
        const payload = yield* readBody(message, decode, payment) // 413, 415, 408, 400
        const key = yield* IdempotencyKey.read(payment.payload, message) // 400
        return { payment, payload, key, connection: message.socket }
      })

    /** Sells one request for one payment, whatever way both have come in. */
    const sell = ({ payment, payload, key, connection }: Sale<Payload>) =>
      Effect.flatMap(Call.CurrentCall, ({ id }) => {
        const order: Order = {
          payment,
          key: keyOf(paymentSettings.chain, payment.authorization),
          challenge,
          requestHash: requestHash(method, path, canonical(payload)),
          idempotencyKey: key,
          requestId: id,
          connection
        }
        const product = Effect.map(run(payload), ({ data, meta, headers = {}, charged = true }) => ({
          answer: encode({ data, meta: { ...meta, requestId: id } }, headers),
          charged
        }))
        const work: Work<E | PaymentInvalid | (TimedOut & Declared)> = {
          run: product,
          windowEnded: failureOfWindow
        }
        return purchase.buy(order, work, running) // 503 OVERLOADED, then the ledger
      }).pipe(span("purchase"))

    const handle = (message: IncomingMessage) =>
      Call.note({ capability: challenge.offer.facts.id }).pipe(
        Effect.zipRight(readHttp(message)),
        Effect.flatMap(sell),
        Effect.map(({ answer, settlement }) => respond(answer, settlement))
      )
    handlers.set(path, handle)
    return ({ request }) => handle(NodeHttpServerRequest.toIncomingMessage(request))
  }

  return Paywall.of({ handlers, protect })
})

/** The paywall, with nothing behind it yet. */
export const layer = Layer.effect(Paywall, make)
