/**
 * The reconciler brings every payment that was left open to a final state, in the background of every replica. It
 * releases the reservations of attempts that have died, and resolves settlements of unknown outcome (`Resolve`). It goes by
 * the ledger's time alone: a process whose clock is wrong decides as every other.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import * as Schedule from "effect/Schedule"
import { Lifecycle } from "../../Lifecycle.ts"
import { annotate, span } from "../../Runtime/Span.ts"
import { Settings } from "../../Settings.ts"
import type { DatabaseUnavailable } from "../../Storage/Database.ts"
import { WakeUps } from "../../Storage/WakeUps.ts"
import * as AttemptEnd from "../AttemptEnd.ts"
import { Chain } from "../chain/Chain.ts"
import { requirementsOf } from "../challenge/Challenge.ts"
import { Ledger } from "../ledger/Ledger.ts"
import { type PendingPayment, PendingPayments } from "../ledger/PendingPayments.ts"
import * as Metrics from "../Metrics.ts"
import * as PaymentHeader from "../request/PaymentHeader.ts"
import * as Trace from "../Trace.ts"
import * as Resolve from "./Resolve.ts"

/** Between two rounds. A round with nothing to do costs three short statements. */
export const interval = Duration.seconds(5)

/** The most payments that a round takes up, and how many of them it resolves at the same time. */
const batch = 20
const concurrency = 4

/** The most reservations that a round releases. */
const releases = 500

/** How long a replica leases a payment beside the settlement: asking the chain and waiting in the batch take time. */
const leaseMargin = Duration.minutes(3)

/** A resolution that cannot be recorded is tried again for a while. If it is lost, the next lease resolves it anew. */
const recordRetries = Schedule.intersect(Schedule.spaced(Duration.millis(500)), Schedule.recurs(5))

/** A payment as the log names it: by its hash, and by the call that reserved it last. */
const factsOf = (payment: PendingPayment) => ({
  payment: Trace.hashOf(payment),
  requestId: payment.requestId,
  looks: payment.timesTaken
})

const make = Effect.gen(function* () {
  const { payment } = yield* Settings
  const { chain } = payment
  const ledger = yield* Ledger
  const pending = yield* PendingPayments
  const lifecycle = yield* Lifecycle
  const tellEnd = AttemptEnd.tell(yield* WakeUps)
  const node = yield* Effect.serviceOption(Chain)
  const resolve = Resolve.make({
    facilitator: yield* Metrics.measuredFacilitator,
    chain: node,
    submission: ({ amount, facilitator, payTo, payload }) =>
      Option.map(PaymentHeader.reread(payload), ({ payload: paymentPayload, authorization, signature }) => ({
        paymentPayload,
        payloadText: payload,
        paymentRequirements: requirementsOf(chain, payTo, amount),
        authorization,
        signature,
        facilitator
      }))
  })

  const alarm = (payment: PendingPayment, reason: string) =>
    Effect.logError("a payment stays of unknown outcome: look at the chain").pipe(
      Effect.annotateLogs({ reason, ...factsOf(payment) })
    )

  const record = (
    payment: PendingPayment,
    attempt: string,
    resolution: Resolve.Resolution
  ): Effect.Effect<void, DatabaseUnavailable> =>
    Resolve.Resolution.$match(resolution, {
      Settled: ({ by, transaction }) =>
        Effect.flatMap(ledger.recordTransfer(payment, transaction, by), (isOwn) =>
          isOwn
            ? Effect.void
            : Effect.zipRight(Metrics.reusedReceipt, record(payment, attempt, Resolve.reused))
        ),
      Failed: (failure) => Effect.asVoid(ledger.recordFailure(payment, attempt, failure)),
      Presumed: () => Effect.asVoid(ledger.presumeSettled(payment, attempt)),
      Inconclusive: ({ alarm: isAlarming, ...outcome }) =>
        Effect.zipRight(
          isAlarming ? alarm(payment, outcome.reason) : Effect.void,
          ledger.recordUnknown(payment, attempt, {
            ...outcome,
            resolveAfter: Resolve.delayAfter(payment.timesTaken, payment.takenAt, Number(payment.endsAt))
          })
        )
    })

  /** Money is at stake: nothing interrupts a resolution that has begun, and a stop waits for it. */
  const reconcile = (attempt: string) => (payment: PendingPayment) =>
    Effect.zipRight(Trace.name(payment), resolve(payment)).pipe(
      Effect.tap(({ _tag }) => annotate({ "reconcile.finding": _tag })),
      Effect.tap((resolution) => Effect.retry(record(payment, attempt, resolution), recordRetries)),
      Effect.tap(({ _tag }) =>
        _tag === "Inconclusive"
          ? Effect.void
          : Effect.zipRight(
              tellEnd(payment),
              Effect.logInfo("reconciled").pipe(Effect.annotateLogs({ finding: _tag, ...factsOf(payment) }))
            )
      ),
      span("reconcile"),
      Effect.uninterruptible,
      lifecycle.track,
      Effect.catchAllCause((cause) =>
        Effect.logWarning("a payment could not be reconciled", cause).pipe(
          Effect.annotateLogs(factsOf(payment))
        )
      )
    )

  const round = Effect.gen(function* () {
    const released = yield* pending.releaseStale(releases)
    Metrics.count("released", released.length)
    yield* Effect.forEach(released, tellEnd, { discard: true })
    const attempt = `reconciler-${yield* Random.nextIntBetween(0, Number.MAX_SAFE_INTEGER)}`
    const due = yield* pending.takeDue({
      network: chain.network,
      asset: chain.asset.address.toLowerCase(),
      attempt,
      lease: Duration.sum(payment.settleTimeout, leaseMargin),
      limit: batch
    })
    yield* Effect.forEach(due, reconcile(attempt), { concurrency, discard: true })
    yield* Effect.flatMap(pending.stats, Metrics.show)
  }).pipe(
    Effect.unless(lifecycle.isDraining),
    // The readiness check reports that the database is away.
    Effect.catchTag("DatabaseUnavailable", (error) => Effect.logDebug("no reconciliation", error)),
    Effect.catchAllCause((cause) => Effect.logError("a round of reconciliation failed", cause))
  )

  yield* Effect.forkScoped(Effect.forever(Effect.delay(round, interval)))
})

/** Reconciles for as long as its scope is open. */
export const layer = Layer.scopedDiscard(make)
