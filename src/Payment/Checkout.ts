/**
 * One purchase from the reservation to the receipt: reserve, verify, run, store, settle; or the answer that was
 * bought before; or the one that is being bought now.
 */
import { Clock, Context, Duration, Effect, Either, Layer, Option, Random, Schedule } from "effect"
import {
  FacilitatorDown,
  LedgerDown,
  PaymentRejected,
  PaymentSettlementFailed,
  type SaleFailure,
  SettlementPending,
  TimedOut
} from "../Api/Failure.ts"
import type { Payment } from "../Api/Payment.ts"
import * as InFlight from "../InFlight.ts"
import { Lifecycle } from "../Lifecycle.ts"
import type { SettleResponse } from "../Resources/X402.ts"
import { Settings } from "../Settings.ts"
import type { DatabaseUnavailable } from "../Storage/Database.ts"
import * as Call from "../Telemetry/Call.ts"
import type { Challenge } from "./Challenge.ts"
import { Facilitator, type FacilitatorUnavailable, type Submission } from "./Facilitator.ts"
import {
  type Answer,
  answerable,
  type Entry,
  keyOf,
  Ledger,
  leaseDuration,
  type PaymentKey,
  proves
} from "./Ledger.ts"
import * as Terms from "./Terms.ts"

/** What is bought. */
export interface Order<E, R> {
  readonly payment: Payment
  readonly challenge: Challenge
  readonly requestHash: string
  readonly requestId: string
  /** The capability at work. An answer that is not charged is given away: nothing is settled. */
  readonly run: Effect.Effect<Product, E, R>
}

/** What the capability made. */
export interface Product {
  readonly answer: Answer
  readonly charged: boolean
}

/** What the buyer gets; `settlement` is absent when nothing was charged. */
export interface Receipt {
  readonly answer: Answer
  readonly settlement: SettleResponse | undefined
  readonly replayed: boolean
}

/** What a caller must share with a running sale to join it. */
interface Claim {
  readonly requestHash: string
  readonly signature: string
}

/** The sales under way at one endpoint. A sale whose callers have all gone is interrupted, until money moves. */
export type Sales<E> = InFlight.InFlight<Receipt, E | SaleFailure | TimedOut, Claim>

export const sales = <E>(): Sales<E> => InFlight.make("interrupt")

/** Seconds before the end of a payment's window by which the capability must have answered. Source: decisions. */
const settleBudget = 22

/** Seconds after which a pending settlement is worth asking for again. */
const pendingRetryAfter = 15

const ledgerDown = (_: DatabaseUnavailable) =>
  new LedgerDown({
    message: "Payments cannot be recorded at the moment; nothing was charged.",
    retryAfter: 5
  })

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

  const receipt = (payer: string, transaction: string, amount: string): SettleResponse => ({
    success: true,
    transaction,
    network: chain.network,
    payer,
    amount
  })

  const pending = (payer: string, transaction: string | null | undefined) =>
    new SettlementPending({
      message: "The settlement is under way. Send the same request with the same payment again later.",
      retryAfter: pendingRetryAfter,
      settlement: {
        success: false,
        errorReason: "settlement_pending",
        transaction: transaction ?? "",
        network: chain.network,
        payer
      }
    })

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
            settlement: receipt(key.payer, entry.transaction ?? "", entry.amount),
            replayed: true
          }
        }
        case "unknown":
          return yield* pending(key.payer, entry.transaction)
        case "settling": {
          const now = yield* Clock.currentTimeMillis
          return entry.leaseUntil.getTime() < now ? yield* pending(key.payer, entry.transaction) : undefined
        }
        default:
          return undefined
      }
    })

  const submission = <E, R>({ payment, challenge }: Order<E, R>): Submission => ({
    paymentPayload: payment.payload,
    paymentRequirements: challenge.requirements,
    authorization: payment.authorization,
    signature: payment.signature
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

  /** A write that follows money: when the database is away it is tried again for a while, behind the answer. */
  const record = (write: Effect.Effect<void, DatabaseUnavailable>) =>
    Effect.catchAll(write, () =>
      Effect.asVoid(
        Effect.forkDaemon(
          lifecycle.track(
            Effect.ignoreLogged(
              Effect.retry(write, { schedule: Schedule.spaced(Duration.millis(500)), times: 20 })
            )
          )
        )
      )
    )

  /** Stores the answer, then moves the money. Nothing interrupts this. `undefined`: another run has the payment. */
  const settle = <E, R>(order: Order<E, R>, key: PaymentKey, attempt: string, answer: Answer) =>
    Effect.gen(function* () {
      const lease = Duration.sum(settleTimeout, Duration.seconds(10))
      const stored = yield* Call.phase("store")(
        Effect.mapError(ledger.settling(key, attempt, answer, lease), ledgerDown)
      )
      if (!stored) return undefined
      const outcome = yield* Call.phase("settle")(Effect.either(facilitator.settle(submission(order))))
      if (Either.isRight(outcome)) {
        const { transaction } = outcome.right
        yield* Call.note({ charged: true, amount: order.challenge.price.amount, outcome: "delivered" })
        yield* Call.phase("record")(record(ledger.settled(key, attempt, transaction)))
        const { amount } = order.challenge.requirements
        return { answer, settlement: receipt(key.payer, transaction, amount), replayed: false }
      }
      const failure = outcome.left
      if (failure._tag === "SettlementUnknown") {
        yield* record(ledger.unknown(key, attempt, failure.reason, failure.transaction))
        return yield* pending(key.payer, failure.transaction)
      }
      yield* record(ledger.failed(key, attempt, failure.reason))
      return yield* new PaymentSettlementFailed({
        message: "The payment could not be settled; nothing was charged.",
        details: { reason: failure.reason },
        challenge: order.challenge.because(failure.reason),
        settlement: {
          success: false,
          errorReason: failure.reason,
          transaction: failure.transaction ?? "",
          network: chain.network,
          payer: key.payer
        }
      })
    })

  /** The run of a payment that was just reserved. */
  const fulfil = <E, R>(order: Order<E, R>, key: PaymentKey, attempt: string) =>
    Effect.uninterruptibleMask((restore) =>
      Effect.gen(function* () {
        const release = Effect.ignoreLogged(ledger.release(key, attempt))
        // A run may take longer than its lease. The beat is this fibre's child and ends with it.
        yield* Effect.fork(
          Effect.interruptible(
            Effect.repeat(
              Effect.ignore(ledger.renew(key, attempt)).pipe(Effect.delay(renewal)),
              Schedule.forever
            )
          )
        )
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
      const { payment, challenge } = order
      if (Either.isRight(payment.terms)) {
        const attempt = (yield* Random.nextIntBetween(0, Number.MAX_SAFE_INTEGER)).toString(36)
        const reserved = yield* Call.phase("reserve")(
          Effect.mapError(
            ledger.reserve({
              key,
              attempt,
              requestHash: order.requestHash,
              capability: challenge.offer.facts.id,
              amount: challenge.requirements.amount,
              payTo: challenge.requirements.payTo.toLowerCase(),
              validBefore: payment.authorization.validBefore,
              signature: payment.signature,
              payload: payment.text,
              requestId: order.requestId
            }),
            ledgerDown
          )
        )
        if (reserved) return yield* fulfil(order, key, attempt)
      }
      const entry = yield* Effect.mapError(ledger.find(key), ledgerDown)
      if (Option.isSome(entry) && answerable(entry.value)) return yield* known(order, key, entry.value)
      return Either.isLeft(payment.terms) ? yield* Effect.fail(payment.terms.left) : undefined
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
