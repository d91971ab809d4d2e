/**
 * One purchase, from its payment to its result. However often the same payment is sent, and to whichever process, it is
 * charged once at most and comes to the same result. The ledger's states, the line that makes each transition, and what
 * the same payment gets when it comes again meanwhile:
 *
 * ```
 * transition                            made by                        the same payment again
 * ∅ | released | failed → reserved      Attempt, `ledger.reserve`      waits for the end of that run (`InProgress`)
 * reserved → released                   Attempt, `ledger.release`      a new attempt
 * reserved → settling                   Settlement, `ledger.settling`  waits; 503 pending once that process has died
 * reserved | settling → released        GiveBack, `ledger.giveBack`    a new attempt
 * settling → settled                    Settlement, `ledger.settled`   the stored answer (`Done`)
 * settling → failed                     Settlement, `ledger.failed`    a new attempt
 * settling → unknown                    Settlement, `ledger.unknown`   503 PAYMENT_SETTLEMENT_PENDING
 * unknown → settled | presumed_settled  Reconciler                     the stored answer (`Done`)
 * unknown → failed                      Reconciler                     a new attempt
 * ```
 *
 * A purchase goes in rounds until one is `Done` or fails: `next` attempts it, and when the payment cannot be reserved,
 * `findExisting` tells what became of it. Every answer in the right column is one case of `replay`.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { SaleFailure } from "../Api/Failure.ts"
import { Lifecycle } from "../Lifecycle.ts"
import { withNow } from "../Runtime/Clock.ts"
import * as SingleFlight from "../Runtime/SingleFlight.ts"
import { Settings } from "../Settings.ts"
import type { DatabaseUnavailable } from "../Storage/Database.ts"
import { until, WakeUps } from "../Storage/WakeUps.ts"
import * as Call from "../Telemetry/Call.ts"
import * as Attempt from "./Attempt.ts"
import * as Failures from "./Failures.ts"
import { exposureWait } from "./Limits.ts"
import * as Leases from "./ledger/Leases.ts"
import { answerable, type Entry, Ledger, type PaymentKey, proves, ReserveResult } from "./ledger/Ledger.ts"
import { measured } from "./Metrics.ts"
import type { Order, PurchaseResult, Work } from "./Order.ts"
import * as Settlement from "./Settlement.ts"
import * as Trace from "./Trace.ts"
import * as UnverifiedSignatureLimit from "./UnverifiedSignatureLimit.ts"

/** Where a purchase stands after one round. */
type Round = Data.TaggedEnum<{
  Done: { readonly result: PurchaseResult }
  /** Another run works on this payment: wait for the signal that it has ended. */
  InProgress: { readonly payment: PaymentKey }
  /**
   * Try again shortly. Either the payer is at the exposure limit, or the payment was released between the rejection
   * and the look into the ledger, so that it can be reserved now.
   */
  AtLimit: object
}>
const { $match: matchRound, AtLimit, Done, InProgress } = Data.taggedEnum<Round>()

/** How often a purchase that waits at a limit tries again. */
const pollInterval = Duration.millis(100)

/**
 * The purchases under way at one endpoint, each with what a caller must share to join it. A purchase whose callers have
 * all gone is interrupted, unless its answer is stored already: from then on nothing interrupts it.
 */
export type RunningPurchases<E> = SingleFlight.SingleFlight<
  PurchaseResult,
  E | SaleFailure,
  { readonly requestHash: string; readonly signature: string }
>

export const runningPurchases = <E>(): RunningPurchases<E> => SingleFlight.make("interrupt")

/** The topic on which the end of a payment's run is published. */
const topicOf = (payment: PaymentKey) => `payment:${Trace.hashOf(payment)}`

/** Buys answers; each payment is charged at most once. */
export class Purchase extends Context.Tag("almanac/Purchase")<
  Purchase,
  {
    /** Buys once per payment, however many callers there are. `running`: the purchases under way at the endpoint. */
    readonly buy: <E>(
      order: Order,
      work: Work<E>,
      running: RunningPurchases<E>
    ) => Effect.Effect<PurchaseResult, E | SaleFailure>
  }
>() {}

const make = Effect.gen(function* () {
  const { settleTimeout } = (yield* Settings).payment
  const ledger = yield* Ledger
  const facilitator = yield* measured
  const lifecycle = yield* Lifecycle
  const wakeUps = yield* WakeUps
  const leases = yield* Leases.make(ledger)
  const ended = (payment: PaymentKey) => wakeUps.publish(topicOf(payment))
  const attemptOnce = Attempt.make({ ledger, leases, facilitator, lifecycle, settleTimeout, ended })
  const verify = Attempt.verifier(facilitator)
  const countUnverified = UnverifiedSignatureLimit.make()

  const withAnswer = (found: Effect.Effect<Option.Option<Entry>, DatabaseUnavailable>) =>
    Effect.map(Effect.mapError(found, Failures.ledgerUnread), Option.filter(answerable)).pipe(
      Call.phase("find")
    )

  /** What an earlier payment has come to. Fails with `gone` when its answer can no longer be given. */
  const replay = (entry: Entry, gone: () => SaleFailure): Effect.Effect<Round, SaleFailure> => {
    const pending = Effect.suspend(() => Settlement.pending(entry, entry.transaction))
    switch (entry.state) {
      case "settled":
      case "presumed_settled":
        return Effect.flatMap(
          Call.phase("replay")(Effect.mapError(ledger.replay(entry), Failures.ledgerUnread)),
          Option.match({
            onNone: () => Effect.fail(gone()),
            onSome: (answer) => {
              const settlement = Settlement.settled(entry, entry.transaction ?? "", entry.amount)
              const { requestId } = entry
              return Effect.succeed(Done({ result: { answer, settlement, replayed: true, requestId } }))
            }
          })
        )
      case "unknown":
        return pending
      case "settling":
        // The lease has ended if the process that was settling the payment has died: the reconciler will resolve it.
        return withNow((now) =>
          entry.leaseUntil.getTime() < now ? pending : Effect.succeed(InProgress({ payment: entry }))
        )
      default:
        return Effect.succeed(InProgress({ payment: entry }))
    }
  }

  /** The ledger has this payment. It buys one request, and only its payer may have the answer. */
  const sameNonce = (order: Order, entry: Entry) =>
    proves(order.payment, entry) && entry.requestHash === order.requestHash
      ? replay(entry, () => Failures.paymentUsedUp(order.challenge))
      : Effect.fail(Failures.paymentUsedForAnother(order.challenge))

  /** The payer has used the idempotency key with another payment. Only a proven payer may know more. */
  const sameKey = (order: Order, entry: Entry) =>
    Effect.zipRight(
      order.payment.proven ? Effect.void : verify(order),
      entry.requestHash === order.requestHash
        ? replay(entry, () => Failures.keyUsedUp)
        : Effect.fail(Failures.keyUsedForAnother)
    )

  /** What the ledger has under the payment's nonce, or else under its idempotency key: the nonce is judged first. */
  const findExisting = (order: Order): Effect.Effect<Option.Option<Round>, SaleFailure> =>
    Effect.gen(function* () {
      const byNonce = yield* withAnswer(ledger.find(order.key))
      if (Option.isSome(byNonce)) return Option.some(yield* sameNonce(order, byNonce.value))
      if (Either.isLeft(order.payment.terms)) return yield* order.payment.terms.left
      if (Option.isNone(order.idempotencyKey)) return Option.none()
      const byKey = yield* withAnswer(
        ledger.findByIdempotencyKey(order.key.payer, order.idempotencyKey.value)
      )
      return Option.isSome(byKey) ? Option.some(yield* sameKey(order, byKey.value)) : Option.none()
    })

  /** The payment could not be reserved: what became of it, or else whether it may be tried again. */
  const afterRejection = (
    order: Order,
    started: number,
    rejection: Failures.ReserveRejection
  ): Effect.Effect<Round, SaleFailure> =>
    Effect.gen(function* () {
      const existing = yield* findExisting(order)
      if (Option.isSome(existing)) return existing.value
      yield* Failures.refuseUnlessTemporary(order.challenge, rejection)
      const now = yield* Clock.currentTimeMillis
      const isOver = now - started >= Duration.toMillis(exposureWait)
      return rejection._tag === "ExposureLimit" && isOver ? yield* Failures.overloaded : AtLimit()
    })

  /** An attempt. When it ends, it wakes the calls that wait for this payment, unless the reservation was rejected. */
  const attempt = <E>(order: Order, work: Work<E>) =>
    Effect.onExit(
      Effect.uninterruptibleMask((restore) => attemptOnce(order, work, restore)),
      (exit) => (Exit.isSuccess(exit) && Either.isLeft(exit.value) ? Effect.void : ended(order.key))
    )

  /** One round. A payment that does not meet the current terms may have bought an answer, but buys nothing new. */
  const next = <E>(order: Order, work: Work<E>, started: number): Effect.Effect<Round, E | SaleFailure> =>
    Either.isLeft(order.payment.terms)
      ? afterRejection(order, started, ReserveResult.AlreadyReserved())
      : Effect.flatMap(
          attempt(order, work),
          Either.match({
            onLeft: (rejection) => afterRejection(order, started, rejection),
            onRight: (result): Effect.Effect<Round, SaleFailure> => Effect.succeed(Done({ result }))
          })
        )

  /** Rounds until one is done. */
  const purchase = <E>(order: Order, work: Work<E>) =>
    withNow((started) => {
      const round = next(order, work, started)
      /** Goes on as soon as a round says something else than that the same payment is in progress. */
      const roundAfter = (payment: PaymentKey) => {
        const hasMoved = (now: Round) =>
          now._tag !== "InProgress" || topicOf(now.payment) !== topicOf(payment)
        return until(wakeUps, topicOf(payment), Effect.map(round, Option.liftPredicate(hasMoved)))
      }
      const follow: (round: Round) => Effect.Effect<PurchaseResult, E | SaleFailure> = matchRound({
        Done: ({ result }) => Effect.succeed(result),
        InProgress: ({ payment }) => Effect.flatMap(roundAfter(payment), follow),
        AtLimit: () => Effect.flatMap(Effect.delay(round, pollInterval), follow)
      })
      return Effect.flatMap(round, follow)
    })

  /** A payment that only the facilitator can judge is counted, unless the ledger has it. */
  const limited = <E>(order: Order, work: Work<E>) =>
    order.payment.proven
      ? purchase(order, work)
      : Effect.zipRight(
          Effect.flatMap(withAnswer(ledger.find(order.key)), (entry) =>
            Option.isNone(entry) ? countUnverified : Effect.void
          ),
          purchase(order, work)
        )

  return Purchase.of({
    buy: (order, work, running) => {
      const { key, payment, requestHash } = order
      const joined = running.join({
        key: `${key.payer}:${key.nonce}`,
        tag: { requestHash, signature: payment.signature },
        matches: (other) => other.requestHash === requestHash && proves(payment, other),
        work: lifecycle.track(limited(order, work)),
        refused: Effect.suspend(() => Effect.fail(Failures.paymentUsedForAnother(order.challenge)))
      })
      return Trace.name(key).pipe(
        Effect.zipRight(joined),
        Effect.tap(({ replayed }) => Call.noteOnce({ outcome: replayed ? "replayed" : "joined" })),
        Effect.tap((result) => Trace.link(order.requestId, result))
      )
    }
  })
})

/** The purchases of this process. */
export const layer = Layer.scoped(Purchase, make)
