/**
 * One purchase from the reservation to the receipt: reserve, verify, run, store, settle; or the answer that was
 * bought before; or the one that is being bought now.
 */
import { Clock, Context, Duration, Effect, Either, Layer, Option, Random, Schedule } from "effect"
import { FacilitatorDown, PaymentRejected, type SaleFailure, TimedOut } from "../Api/Failure.ts"
import { Lifecycle } from "../Lifecycle.ts"
import { Settings } from "../Settings.ts"
import * as Call from "../Telemetry/Call.ts"
import { Facilitator, type FacilitatorUnavailable } from "./Facilitator.ts"
import { answerable, type Entry, keyOf, Ledger, leaseDuration, type PaymentKey, proves } from "./Ledger.ts"
import { ledgerDown } from "./LedgerDown.ts"
import { type Order, type Receipt, type Sales, submission } from "./Sale.ts"
import * as Settlement from "./Settlement.ts"
import * as Terms from "./Terms.ts"

/** Seconds before the end of a payment's window by which the capability must have answered. Source: decisions. */
const settleBudget = 22

const facilitatorDown = (_: FacilitatorUnavailable) =>
  new FacilitatorDown({
    message: "Payments cannot be checked at the moment; nothing was charged.",
    retryAfter: 10
  })

/** How often a long run renews its lease. */
const renewal = Duration.times(leaseDuration, 1 / 3)

/** How often a run of another process is looked at. */
const pollInterval = Duration.millis(100)

/** Seconds that no capability takes: the longest provider deadline, and as much again. */
const longestRun = 60

/** Sells. */
export class Checkout extends Context.Tag("almanac/Checkout")<
  Checkout,
  {
    /** Sells once per payment, however many callers there are; `sales` are the running ones of the same endpoint. */
    readonly buy: <E, R>(
      order: Order<E, R>,
      sales: Sales<E>
    ) => Effect.Effect<Receipt, E | SaleFailure | TimedOut, R>
  }
>() {}

const make = Effect.gen(function* () {
  const {
    payment: { chain, settleTimeout }
  } = yield* Settings
  const ledger = yield* Ledger
  const facilitator = yield* Facilitator
  const lifecycle = yield* Lifecycle
  const settle = Settlement.make({ ledger, facilitator, lifecycle, settleTimeout })

  /** The payment was seen before: its answer, or why there is none. `undefined`: it is still being worked on. */
  const known = <E, R>(order: Order<E, R>, key: PaymentKey, entry: Entry) =>
    Effect.gen(function* () {
      if (!proves(order.payment, entry) || entry.requestHash !== order.requestHash) {
        return yield* Terms.refuse(order.challenge, "nonce_already_used")
      }
      switch (entry.state) {
        case "settled":
        case "presumed_settled": {
          const answer = yield* Effect.mapError(ledger.replay(key), ledgerDown)
          if (Option.isNone(answer)) {
            return yield* Terms.refuse(
              order.challenge,
              "nonce_already_used",
              "This payment was used; its answer is no longer kept, or was given too often."
            )
          }
          return {
            answer: answer.value,
            settlement: Settlement.settled(key, entry.transaction ?? "", entry.amount),
            replayed: true
          }
        }
        case "unknown":
          return yield* Settlement.pending(key, entry.transaction)
        case "settling": {
          const now = yield* Clock.currentTimeMillis
          return entry.leaseUntil.getTime() < now
            ? yield* Settlement.pending(key, entry.transaction)
            : undefined
        }
        default:
          return undefined
      }
    })

  const verify = <E, R>(order: Order<E, R>) =>
    Effect.mapError(facilitator.verify(submission(order)), facilitatorDown).pipe(
      Call.phase("verify"),
      Effect.flatMap((verdict) =>
        verdict.isValid
          ? Effect.void
          : Effect.fail(
              new PaymentRejected({
                message: "The facilitator refuses the payment; nothing was charged.",
                details: { reason: verdict.reason },
                challenge: order.challenge.because(verdict.reason)
              })
            )
      )
    )

  /** Runs the capability, cut where there would be no time left to settle. */
  const run = <E, R>(order: Order<E, R>) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const left = Number(BigInt(order.payment.authorization.validBefore)) - settleBudget - now / 1000
      const work = Call.phase("run")(order.run)
      // No capability takes that long: a timer would only cost.
      if (left > longestRun) return work
      return Effect.timeoutFail(work, {
        duration: Duration.seconds(Math.max(0, left)),
        onTimeout: () =>
          new TimedOut({
            message: "The payment's time window ended before the answer was there; nothing was charged."
          })
      })
    })

  /** The reservation of an order, under the name of its run. */
  const reservation = <E, R>({ payment, challenge, requestHash, requestId }: Order<E, R>, key: PaymentKey) =>
    Effect.map(Random.nextIntBetween(0, Number.MAX_SAFE_INTEGER), (number) => ({
      key,
      attempt: number.toString(36),
      requestHash,
      capability: challenge.offer.facts.id,
      amount: challenge.requirements.amount,
      payTo: challenge.requirements.payTo.toLowerCase(),
      validBefore: payment.authorization.validBefore,
      signature: payment.signature,
      payload: payment.text,
      requestId
    }))

  /** A run may take longer than its lease: it is renewed by a child of the run's fibre, which ends with it. */
  const keep = (key: PaymentKey, attempt: string) =>
    Effect.fork(
      Effect.interruptible(
        Effect.repeat(Effect.delay(Effect.ignore(ledger.renew(key, attempt)), renewal), Schedule.forever)
      )
    )

  /** Reserves and runs. `undefined`: somebody else has the payment. What is reserved is settled or given back. */
  const reserveAndRun = <E, R>(order: Order<E, R>, key: PaymentKey) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        const terms = yield* reservation(order, key)
        const { attempt } = terms
        const reserved = yield* Call.phase("reserve")(Effect.mapError(ledger.reserve(terms), ledgerDown))
        if (!reserved) return undefined
        const release = Effect.ignoreLogged(ledger.release(key, attempt))
        yield* keep(key, attempt)
        const { answer, charged } = yield* restore(Effect.zipRight(verify(order), run(order))).pipe(
          Effect.onError(() => release)
        )
        if (charged) return yield* settle(order, key, attempt, answer)
        yield* release
        yield* Call.note({ outcome: "given" })
        return { answer, settlement: undefined, replayed: false }
      })
    )

  /** One round: reserve and run, or see what became of the payment. `undefined`: somebody else is at it. */
  const round = <E, R>(order: Order<E, R>, key: PaymentKey) =>
    Effect.gen(function* () {
      const { terms } = order.payment
      if (Either.isRight(terms)) {
        const receipt = yield* reserveAndRun(order, key)
        if (receipt !== undefined) return receipt
      }
      const entry = yield* Effect.mapError(ledger.find(key), ledgerDown)
      if (Option.isSome(entry) && answerable(entry.value)) return yield* known(order, key, entry.value)
      return Either.isLeft(terms) ? yield* terms.left : undefined
    })

  const purchase = <E, R>(
    order: Order<E, R>,
    key: PaymentKey
  ): Effect.Effect<Receipt, E | SaleFailure | TimedOut, R> =>
    Effect.flatMap(round(order, key), (receipt) =>
      receipt === undefined
        ? Effect.delay(
            Effect.suspend(() => purchase(order, key)),
            pollInterval
          )
        : Effect.succeed(receipt)
    )

  return Checkout.of({
    buy: (order, sales) => {
      const key = keyOf(chain, order.payment.authorization)
      const claim = { requestHash: order.requestHash, signature: order.payment.signature }
      return sales
        .join({
          key: `${key.payer}:${key.nonce}`,
          tag: claim,
          admits: (running) => running.requestHash === claim.requestHash && proves(order.payment, running),
          work: lifecycle.track(purchase(order, key)),
          refused: Effect.suspend(() => Effect.fail(Terms.refuse(order.challenge, "nonce_already_used")))
        })
        .pipe(Effect.tap(({ replayed }) => Call.noteOnce({ outcome: replayed ? "replayed" : "joined" })))
    }
  })
})

/** The checkout of this process. */
export const layer = Layer.effect(Checkout, make)
