/**
 * Where capabilities are sold: the gate, the body, the checkout, the receipt. Each sale is known by its path, and given
 * as a handler to the Api.
 */
import type { IncomingMessage } from "node:http"
import type { HttpServerRequest, HttpServerResponse } from "@effect/platform"
import { NodeHttpServerRequest } from "@effect/platform-node"
import { Context, Effect, identity, Layer, Option, Schema } from "effect"
import type { SaleFailure, TimedOut } from "../Api/Failure.ts"
import { CurrentPayment, type Payment } from "../Api/Payment.ts"
import * as Call from "../Telemetry/Call.ts"
import { span } from "../Telemetry/Span.ts"
import { Challenges } from "./challenge/Challenge.ts"
import { Gate } from "./Gate.ts"
import { Purchase } from "./Purchase.ts"
import * as IdempotencyKey from "./request/IdempotencyKey.ts"
import * as RequestBody from "./request/RequestBody.ts"
import { type PurchaseResult, runningPurchases } from "./Sale.ts"
import { encoder, requestHash, respond } from "./StoredResponse.ts"

/** What a handler makes: the envelope but for the request id, and facts that travel in headers. */
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

/** The envelope of an endpoint as its handler makes it. */
export type DeliveryOf<Success extends Envelope> = Delivery<
  Success["data"],
  Omit<Success["meta"], "requestId">
>

/** A paid endpoint: a body that is decoded, an envelope that is encoded. */
export interface PaidEndpoint<Payload, PayloadEncoded, Success extends Envelope, SuccessEncoded> {
  readonly method: string
  readonly path: string
  readonly payloadSchema: Option.Option<Schema.Schema<Payload, PayloadEncoded>>
  readonly successSchema: Schema.Schema<Success, SuccessEncoded>
}

/** A call for what is sold at a path, from its headers on. */
export type Sale = (message: IncomingMessage) => Effect.Effect<HttpServerResponse.HttpServerResponse, unknown>

/** What the Api's own server asks of a sale, behind the gate. */
type Handler<E> = (call: {
  readonly request: HttpServerRequest.HttpServerRequest
}) => Effect.Effect<HttpServerResponse.HttpServerResponse, E, CurrentPayment>

/** What a buyer gets unless something is added: the failures of the capability, of the sale, and of its window. */
type Sold<E> = Effect.Effect<PurchaseResult, E | SaleFailure | TimedOut>

/** The counter of this process. */
export class Paywall extends Context.Tag("almanac/Paywall")<
  Paywall,
  {
    /** What is sold, by path. */
    readonly sales: ReadonlyMap<string, Sale>
    /** Puts what `run` makes of the payload on sale. `ending` says how an end that the endpoint does not know is told. */
    readonly protect: {
      <Payload, PayloadEncoded, Success extends Envelope, SuccessEncoded, E>(
        endpoint: PaidEndpoint<Payload, PayloadEncoded, Success, SuccessEncoded>,
        run: (payload: Payload) => Effect.Effect<DeliveryOf<Success>, E>
      ): Handler<E | SaleFailure | TimedOut>
      <Payload, PayloadEncoded, Success extends Envelope, SuccessEncoded, E, E2>(
        endpoint: PaidEndpoint<Payload, PayloadEncoded, Success, SuccessEncoded>,
        run: (payload: Payload) => Effect.Effect<DeliveryOf<Success>, E>,
        ending: (sold: Sold<E>) => Effect.Effect<PurchaseResult, E2>
      ): Handler<E2>
    }
  }
>() {}

const make = Effect.gen(function* () {
  const challenges = yield* Challenges
  const checkout = yield* Purchase
  const gate = yield* Gate
  const onSale = new Map<string, Sale>()

  const protect = <Payload, PayloadEncoded, Success extends Envelope, SuccessEncoded, E, E2>(
    endpoint: PaidEndpoint<Payload, PayloadEncoded, Success, SuccessEncoded>,
    run: (payload: Payload) => Effect.Effect<DeliveryOf<Success>, E>,
    ending: (sold: Sold<E>) => Effect.Effect<PurchaseResult, E2>
  ) => {
    const { method, path, payloadSchema, successSchema } = endpoint
    const schema = Option.getOrThrow(payloadSchema)
    const decode = Schema.decodeUnknownEither(schema)
    const canonical = Schema.encodeSync(schema)
    const encode = encoder(successSchema)
    const running = runningPurchases<E>()
    const challenge = challenges.unsafeOf(path)

    const sale = (message: IncomingMessage, payment: Payment) =>
      Effect.gen(function* () {
        const payload = yield* Call.phase("decode")(RequestBody.decode(message, decode))
        const paymentId = yield* IdempotencyKey.read(
          payment.payload,
          RequestBody.headerOf(message, "idempotency-key")
        )
        const { id } = yield* Call.CurrentCall
        const product = Effect.map(run(payload), ({ data, meta, headers = {}, charged = true }) => ({
          answer: encode({ data, meta: { ...meta, requestId: id } }, headers),
          charged
        }))
        const order = {
          payment,
          challenge,
          requestHash: requestHash(method, path, canonical(payload)),
          paymentId,
          requestId: id,
          run: product
        }
        const { answer, settlement } = yield* ending(checkout.buy(order, running))
        return respond(answer, settlement)
      }).pipe(span("purchase"))

    const noted = Call.note({ capability: challenge.offer.facts.id })
    onSale.set(path, (message) =>
      Effect.zipRight(
        noted,
        Effect.flatMap(gate.admit(message, challenge), (payment) => sale(message, payment))
      )
    )
    return ({ request }: { readonly request: HttpServerRequest.HttpServerRequest }) =>
      Effect.flatMap(CurrentPayment, (payment) =>
        sale(NodeHttpServerRequest.toIncomingMessage(request), payment)
      )
  }

  return Paywall.of({
    sales: onSale,
    protect: <Payload, PayloadEncoded, Success extends Envelope, SuccessEncoded, E>(
      endpoint: PaidEndpoint<Payload, PayloadEncoded, Success, SuccessEncoded>,
      run: (payload: Payload) => Effect.Effect<DeliveryOf<Success>, E>,
      ending: (sold: Sold<E>) => Effect.Effect<PurchaseResult, E | SaleFailure | TimedOut> = identity
    ) => protect(endpoint, run, ending)
  })
})

/** The counter, with nothing on it yet. */
export const layer = Layer.effect(Paywall, make)
