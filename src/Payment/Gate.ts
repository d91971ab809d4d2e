/**
 * The gate: decides, before a body is looked at, whether a call carries a payment that may be shown to the ledger
 * and the facilitator. Everything is local but one look into the ledger, for payments that do not fit today's
 * terms and may have paid for an answer before.
 */
import { HttpRouter, HttpServerRequest } from "@effect/platform"
import { Clock, Effect, Either, Layer, Option } from "effect"
import { PaymentMissing, ShuttingDown } from "../Api/Failure.ts"
import { type Payment, PaymentGate } from "../Api/Payment.ts"
import { Lifecycle } from "../Lifecycle.ts"
import { Settings } from "../Settings.ts"
import * as Call from "../Telemetry/Call.ts"
import * as Assets from "./Assets.ts"
import { type Challenge, Challenges } from "./Challenge.ts"
import * as Eip712 from "./Eip712.ts"
import { answerable, keyOf, Ledger, proves } from "./Ledger.ts"
import * as Quote from "./Quote.ts"
import * as Terms from "./Terms.ts"

const make = Effect.gen(function* () {
  const challenges = yield* Challenges
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

  /** The payment in a header. */
  const judge = (header: string, challenge: Challenge) =>
    Effect.gen(function* () {
      const presented = yield* Either.mapLeft(Terms.read(header, challenge), (reason) =>
        Terms.refuse(challenge, reason)
      )
      const { authorization, signature, payload, text } = presented
      const signer = Eip712.recover(Eip712.digest(domain, authorization), signature)
      const now = yield* Clock.currentTimeMillis
      const terms = Either.mapLeft(
        Terms.check(presented, challenge, BigInt(Math.floor(now / 1000))),
        (reason) => Terms.refuse(challenge, reason)
      )
      const payment: Payment = {
        facts: challenge.offer.facts,
        authorization,
        signature,
        proven: Option.contains(signer, authorization.from.toLowerCase()),
        payload,
        text,
        terms
      }
      if (Either.isRight(terms)) return payment
      // Without the ledger nobody knows whether the payment has an answer: the purchase will say so.
      const entry = yield* Effect.catchAll(ledger.find(keyOf(chain, authorization)), () =>
        Effect.succeed("away" as const)
      )
      if (entry === "away") return payment
      return Option.exists(entry, (entry) => answerable(entry) && proves(payment, entry))
        ? payment
        : yield* terms.left
    })

  // The gate is itself an effect, run for every request.
  // @effect-diagnostics-next-line returnEffectInGen:off
  return Effect.gen(function* () {
    const { route } = yield* HttpRouter.RouteContext
    const challenge = challenges.byPath.get(route.path)
    if (challenge === undefined) return yield* Effect.dieMessage(`no challenge for ${route.path}`)
    yield* Call.note({ capability: challenge.offer.facts.id })
    if (yield* lifecycle.draining) {
      return yield* new ShuttingDown({ message: "The service is stopping.", retryAfter: 5 })
    }
    const request = yield* HttpServerRequest.HttpServerRequest
    const { headers } = request
    const header = headers["payment-signature"]?.trim() ?? ""
    if (header === "") {
      const unpaid = headers["x-payment"] === undefined ? challenge.missing : challenge.outdated
      if (!Quote.isWanted(headers["prefer"])) return yield* unpaid
      return yield* new PaymentMissing({
        message: unpaid.message,
        challenge: unpaid.challenge,
        quote: yield* Call.phase("quote")(quote(request, challenge.offer))
      })
    }
    return yield* Call.phase("gate")(judge(header, challenge))
  })
})

/** The gate of this process. */
export const layer = Layer.effect(PaymentGate, make)
