/**
 * The combinator around a paid handler: it reads the request, sells what the handler makes, and answers with the
 * stored bytes. A handler only turns a payload into a delivery.
 */
import type { HttpServerRequest } from "@effect/platform"
import { Effect, Option, Schema } from "effect"
import { CurrentPayment } from "../Api/Payment.ts"
import * as Call from "../Telemetry/Call.ts"
import { span } from "../Telemetry/Span.ts"
import { encode, requestHash, respond } from "./Answer.ts"
import { Challenges } from "./Challenge.ts"
import { Checkout } from "./Checkout.ts"
import * as PaymentName from "./PaymentName.ts"
import * as RequestBody from "./RequestBody.ts"
import { sales } from "./Sale.ts"

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

/** Sells what `run` makes of the payload. */
export const purchase = <Payload, PayloadEncoded, Success extends Envelope, SuccessEncoded, E, R>(
  endpoint: PaidEndpoint<Payload, PayloadEncoded, Success, SuccessEncoded>,
  run: (payload: Payload) => Effect.Effect<DeliveryOf<Success>, E, R>
) => {
  const schema = Option.getOrThrow(endpoint.payloadSchema)
  const decode = Schema.decodeUnknown(schema)
  const canonical = Schema.encode(schema)
  const running = sales<E>()
  return ({ request }: { readonly request: HttpServerRequest.HttpServerRequest }) =>
    Effect.gen(function* () {
      const payment = yield* CurrentPayment
      const checkout = yield* Checkout
      const call = yield* Call.CurrentCall
      const challenge = (yield* Challenges).byPath.get(endpoint.path)
      if (challenge === undefined) return yield* Effect.dieMessage(`no challenge for ${endpoint.path}`)

      const payload = yield* Call.phase("decode")(RequestBody.decode(request, decode))
      const paymentId = yield* PaymentName.read(payment.payload, request.headers["idempotency-key"])
      const body = yield* Effect.orDie(canonical(payload))
      const product = Effect.flatMap(run(payload), ({ data, meta, headers = {}, charged = true }) =>
        Effect.map(
          encode(endpoint.successSchema, { data, meta: { ...meta, requestId: call.id } }, headers),
          (answer) => ({ answer, charged })
        )
      )
      const order = {
        payment,
        challenge,
        requestHash: requestHash(endpoint.method, endpoint.path, body),
        paymentId,
        requestId: call.id,
        run: product
      }
      const receipt = yield* checkout.buy(order, running)
      return respond(receipt.answer, receipt.settlement)
    }).pipe(span("purchase"))
}
