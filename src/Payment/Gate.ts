/**
 * The gate: decides, before a body is looked at, whether a call carries a payment that may be shown to the ledger
 * and the facilitator. Everything is local but one look into the ledger, for payments that do not fit today's
 * terms and may have paid for an answer before.
 */
import type { IncomingMessage } from "node:http"
import { HttpRouter, HttpServerRequest } from "@effect/platform"
import { NodeHttpServerRequest } from "@effect/platform-node"
import { Context, Effect, Either, Layer, Option } from "effect"
import { PaymentMissing, type SaleFailure, ShuttingDown } from "../Api/Failure.ts"
import { type Payment, PaymentGate } from "../Api/Payment.ts"
import { Lifecycle } from "../Lifecycle.ts"
import * as Now from "../Runtime/Clock.ts"
import { Settings } from "../Settings.ts"
import * as Call from "../Telemetry/Call.ts"
import * as Assets from "./challenge/Assets.ts"
import { type Challenge, Challenges } from "./challenge/Challenge.ts"
import { answerable, keyOf, Ledger, proves } from "./ledger/Ledger.ts"
import * as Eip712 from "./request/Eip712.ts"
import * as PaymentHeader from "./request/PaymentHeader.ts"
import * as Quote from "./request/Quote.ts"
import { headerOf } from "./request/RequestBody.ts"
import * as Secp256k1 from "./request/Secp256k1.ts"

const stopping = new ShuttingDown({ message: "The service is stopping.", retryAfter: 5 })

/** Judges what calls bring. */
export class Gate extends Context.Tag("almanac/Gate")<
  Gate,
  {
    /** The payment of a call for what a challenge is about. */
    readonly admit: (
      message: IncomingMessage,
      challenge: Challenge
    ) => Effect.Effect<Payment, SaleFailure | ShuttingDown>
  }
>() {}

const make = Effect.gen(function* () {
  yield* Secp256k1.installed
  const ledger = yield* Ledger
  const lifecycle = yield* Lifecycle
  const quote = yield* Quote.quoter
  const {
    payment: { chain }
  } = yield* Settings
  const domain = Eip712.domain({
    name: chain.asset.name,
    version: chain.asset.version,
    chainId: Option.getOrThrow(Assets.chainId(chain.network)),
    verifyingContract: chain.asset.address
  })

  /** The payment in a header, at a moment (milliseconds since the epoch). */
  const read = (header: string, challenge: Challenge, now: number): Either.Either<Payment, SaleFailure> =>
    Either.mapBoth(PaymentHeader.read(header, challenge), {
      onLeft: (reason) => PaymentHeader.refuse(challenge, reason),
      onRight: (presented) => {
        const { authorization, signature, payload, text } = presented
        const signer = Eip712.recover(Eip712.digest(domain, authorization), signature)
        return {
          facts: challenge.offer.facts,
          authorization,
          signature,
          proven: Option.contains(signer, authorization.from.toLowerCase()),
          payload,
          text,
          terms: Either.mapLeft(
            PaymentHeader.check(presented, challenge, BigInt(Math.floor(now / 1000))),
            (reason) => PaymentHeader.refuse(challenge, reason)
          )
        }
      }
    })

  /** One that does not fit today's terms passes if it has paid for an answer. */
  const pass = (payment: Payment): Effect.Effect<Payment, SaleFailure> => {
    if (Either.isRight(payment.terms)) return Effect.succeed(payment)
    const refusal = payment.terms
    return Effect.matchEffect(ledger.find(keyOf(chain, payment.authorization)), {
      // Without the ledger nobody knows whether the payment has an answer: the purchase will say so.
      onFailure: () => Effect.succeed(payment),
      onSuccess: (entry) =>
        Option.exists(entry, (entry) => answerable(entry) && proves(payment, entry))
          ? Effect.succeed(payment)
          : Effect.as(refusal, payment)
    })
  }

  const judge = (header: string, challenge: Challenge) =>
    Now.withNow((now) => Effect.flatMap(read(header, challenge, now), pass)).pipe(Call.phase("gate"))

  const missing = (message: IncomingMessage, { missing, offer, outdated }: Challenge) => {
    const unpaid = message.headers["x-payment"] === undefined ? missing : outdated
    return Quote.isWanted(headerOf(message, "prefer"))
      ? Effect.flatMap(Call.phase("quote")(quote(message, offer)), (quote) =>
          Effect.fail(new PaymentMissing({ message: unpaid.message, challenge: unpaid.challenge, quote }))
        )
      : Effect.fail(unpaid)
  }

  return Gate.of({
    admit: (message, challenge) =>
      Effect.suspend((): Effect.Effect<Payment, SaleFailure | ShuttingDown> => {
        if (lifecycle.isDraining()) return Effect.fail(stopping)
        const payment = headerOf(message, "payment-signature")?.trim() ?? ""
        return payment === "" ? missing(message, challenge) : judge(payment, challenge)
      })
  })
})

/** The gate of the Api's own server, by the route that a request has come to: itself an effect, run for every one. */
const middleware = Layer.effect(
  PaymentGate,
  Effect.map(Effect.all([Gate, Challenges]), ([{ admit }, challenges]) =>
    Effect.flatMap(
      Effect.all([HttpRouter.RouteContext, HttpServerRequest.HttpServerRequest]),
      ([{ route }, request]) => {
        const challenge = challenges.unsafeOf(route.path)
        return Effect.zipRight(
          Call.note({ capability: challenge.offer.facts.id }),
          admit(NodeHttpServerRequest.toIncomingMessage(request), challenge)
        )
      }
    )
  )
)

/** The gate of this process. */
export const layer = Layer.provideMerge(middleware, Layer.effect(Gate, make))
