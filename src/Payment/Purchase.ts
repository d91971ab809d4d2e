/**
 * One purchase from the payment to the receipt: an attempt of its own; or the answer that was bought before; or the
 * one that is being bought now, here or in another process.
 */
import { Clock, Context, Duration, Effect, Either, Layer, Option } from "effect"
import { PaymentConflict, type SaleFailure, type TimedOut } from "../Api/Failure.ts"
import { Lifecycle } from "../Lifecycle.ts"
import * as Now from "../Runtime/Clock.ts"
import { Settings } from "../Settings.ts"
import { until, WakeUps } from "../Storage/WakeUps.ts"
import * as Call from "../Telemetry/Call.ts"
import * as Attempt from "./Attempt.ts"
import { exposureWait } from "./Limits.ts"
import * as Leases from "./ledger/Leases.ts"
import {
  answerable,
  type Entry,
  keyOf,
  Ledger,
  type PaymentKey,
  proves,
  ReserveResult
} from "./ledger/Ledger.ts"
import { ledgerUnread } from "./ledger/LedgerDown.ts"
import { measured } from "./Metrics.ts"
import { replay } from "./Replay.ts"
import { overloaded, type ReserveRejection, refuse } from "./ReserveRejection.ts"
import * as PaymentHeader from "./request/PaymentHeader.ts"
import type { PurchaseOrder, PurchaseResult, RunningPurchases } from "./Sale.ts"
import * as Trace from "./Trace.ts"
import * as UnverifiedSignatureLimit from "./UnverifiedSignatureLimit.ts"
import * as Verification from "./Verification.ts"

/** How often a payer's exposure is looked at. */
const pollInterval = Duration.millis(100)

const conflict = (message: string) => new PaymentConflict({ message: `${message} Nothing was charged.` })

const usedForAnother = conflict("This idempotency key was used for another request.")
const namedTooOften = conflict(
  "The answer under this idempotency key is no longer kept, or was given too often."
)

const usedUp = <E, R>({ challenge }: PurchaseOrder<E, R>) =>
  PaymentHeader.refuse(
    challenge,
    "nonce_already_used",
    "This payment was used; its answer is no longer kept, or was given too often."
  )

/** A receipt, or the payment whose run is awaited: `None` for a payer's other ones. */
type Progress = Either.Either<PurchaseResult, Option.Option<PaymentKey>>

/** What the past says of an order: `None` for nothing. */
type Past<E> = Effect.Effect<Option.Option<Progress>, E>

/** Under which the end of a payment's run is told. */
const noticeOf = (key: PaymentKey) => `payment:${Trace.hashOf(key)}`

/** `None` while a round says that the same payment is awaited. */
const ended = <E, R>(round: Effect.Effect<Progress, E, R>, awaited: PaymentKey) =>
  Effect.map(round, (progress) =>
    Either.isLeft(progress) && Option.exists(progress.left, (other) => noticeOf(other) === noticeOf(awaited))
      ? Option.none()
      : Option.some(progress)
  )

/** Sells. */
export class Purchase extends Context.Tag("almanac/Purchase")<
  Purchase,
  {
    /** Sells once per payment, however many callers there are; `sales` are the running ones of the same endpoint. */
    readonly buy: <E, R>(
      order: PurchaseOrder<E, R>,
      sales: RunningPurchases<E>
    ) => Effect.Effect<PurchaseResult, E | SaleFailure | TimedOut, R>
  }
>() {}

const make = Effect.gen(function* () {
  const {
    payment: { chain, settleTimeout }
  } = yield* Settings
  const ledger = yield* Ledger
  const facilitator = yield* measured
  const lifecycle = yield* Lifecycle
  const notices = yield* WakeUps
  const leases = yield* Leases.make(ledger)
  const attempt = Attempt.make({ ledger, leases, facilitator, lifecycle, settleTimeout })
  const verify = Verification.make(facilitator)
  const judgement = UnverifiedSignatureLimit.make()

  const find = (key: PaymentKey) =>
    Effect.map(Effect.mapError(ledger.find(key), ledgerUnread), Option.filter(answerable)).pipe(
      Call.phase("find")
    )

  const findNamed = (payer: string, paymentId: string) =>
    Effect.map(
      Effect.mapError(ledger.findByIdempotencyKey(payer, paymentId), ledgerUnread),
      Option.filter(answerable)
    ).pipe(Call.phase("find"))

  /** What a payment of the past has come to so far. */
  const progress = <E>(entry: Entry, spent: () => E) =>
    Effect.map(
      replay(ledger, entry, spent),
      Either.fromOption(() => Option.some<PaymentKey>(entry))
    )

  /** The payment was seen before. */
  const known = <E, R>(order: PurchaseOrder<E, R>, entry: Entry) =>
    proves(order.payment, entry) && entry.requestHash === order.requestHash
      ? progress(entry, () => usedUp(order))
      : Effect.fail(PaymentHeader.refuse(order.challenge, "nonce_already_used"))

  /** The purchase was named before, with another payment. Only its payer may know more. */
  const named = <E, R>(order: PurchaseOrder<E, R>, entry: Entry) =>
    Effect.zipRight(
      order.payment.proven ? Effect.void : verify(order),
      entry.requestHash === order.requestHash
        ? progress(entry, () => namedTooOften)
        : Effect.fail(usedForAnother)
    )

  /** What the ledger has under the payment, or else under the purchase's name. A used nonce is judged first. */
  const past = <E, R>(order: PurchaseOrder<E, R>, key: PaymentKey): Past<SaleFailure> =>
    Effect.gen(function* () {
      const entry = yield* find(key)
      if (Option.isSome(entry)) return Option.some(yield* known(order, entry.value))
      if (Either.isLeft(order.payment.terms)) return yield* order.payment.terms.left
      if (Option.isNone(order.paymentId)) return Option.none()
      const other = yield* findNamed(key.payer, order.paymentId.value)
      return Option.isSome(other) ? Option.some(yield* named(order, other.value)) : Option.none()
    })

  /** An attempt of one's own. Its end is told to those who wait for it, whatever it is. */
  const own = <E, R>(order: PurchaseOrder<E, R>, key: PaymentKey) => {
    const told = notices.publish(noticeOf(key))
    return Effect.uninterruptibleMask((restore) =>
      Effect.matchCauseEffect(attempt(order, key, restore), {
        onFailure: (cause) => Effect.zipRight(told, Effect.failCause(cause)),
        onSuccess: (outcome): Effect.Effect<Attempt.Outcome> =>
          Either.isLeft(outcome) ? Effect.succeed(outcome) : Effect.as(told, outcome)
      })
    )
  }

  /** What became of a payment that cannot be attempted now. */
  const hindered = <E, R>(
    order: PurchaseOrder<E, R>,
    key: PaymentKey,
    started: number,
    hindrance: ReserveRejection
  ): Effect.Effect<Progress, SaleFailure> =>
    Effect.gen(function* () {
      const before = yield* past(order, key)
      if (Option.isSome(before)) return before.value
      yield* refuse(order.challenge, hindrance)
      const now = yield* Clock.currentTimeMillis
      return hindrance._tag === "ExposureLimit" && now - started >= Duration.toMillis(exposureWait)
        ? yield* overloaded
        : Either.left(Option.none<PaymentKey>())
    })

  /** One round: an attempt, or what became of the payment. */
  const round = <E, R>(order: PurchaseOrder<E, R>, key: PaymentKey, started: number) =>
    Either.isLeft(order.payment.terms)
      ? hindered(order, key, started, ReserveResult.AlreadyReserved())
      : Effect.flatMap(
          own(order, key),
          (tried): Effect.Effect<Progress, SaleFailure> =>
            Either.isRight(tried)
              ? Effect.succeed(Either.right(tried.right))
              : hindered(order, key, started, tried.left)
        )

  const rounds = <E, R>(
    order: PurchaseOrder<E, R>,
    key: PaymentKey,
    started: number
  ): Effect.Effect<PurchaseResult, E | SaleFailure | TimedOut, R> => {
    const next: Effect.Effect<Progress, E | SaleFailure | TimedOut, R> = round(order, key, started)
    const go = (progress: Progress): Effect.Effect<PurchaseResult, E | SaleFailure | TimedOut, R> =>
      Either.match(progress, {
        onRight: Effect.succeed,
        onLeft: Option.match({
          onNone: () => Effect.flatMap(Effect.delay(next, pollInterval), go),
          onSome: (awaited) => Effect.flatMap(until(notices, noticeOf(awaited), ended(next, awaited)), go)
        })
      })
    return Effect.flatMap(next, go)
  }

  const purchase = <E, R>(order: PurchaseOrder<E, R>, key: PaymentKey) =>
    Now.withNow((now) => rounds(order, key, now))

  /** A payment that only the facilitator can judge is counted, unless the ledger has it. */
  const judged = <E, R>(order: PurchaseOrder<E, R>, key: PaymentKey) =>
    order.payment.proven
      ? purchase(order, key)
      : Effect.zipRight(
          Effect.flatMap(find(key), (entry) => (Option.isNone(entry) ? judgement : Effect.void)),
          purchase(order, key)
        )

  return Purchase.of({
    buy: (order, sales) => {
      const key = keyOf(chain, order.payment.authorization)
      const claim = { requestHash: order.requestHash, signature: order.payment.signature }
      const sold = sales.join({
        key: `${key.payer}:${key.nonce}`,
        tag: claim,
        matches: (running) => running.requestHash === claim.requestHash && proves(order.payment, running),
        work: lifecycle.track(judged(order, key)),
        refused: Effect.suspend(() =>
          Effect.fail(PaymentHeader.refuse(order.challenge, "nonce_already_used"))
        )
      })
      return Effect.zipRight(
        Trace.name(key),
        Effect.tap(sold, (receipt) =>
          Effect.zipRight(
            Call.noteOnce({ outcome: receipt.replayed ? "replayed" : "joined" }),
            Trace.link(order.requestId, receipt)
          )
        )
      )
    }
  })
})

/** The checkout of this process. */
export const layer = Layer.scoped(Purchase, make)
