/**
 * The reconciler: takes every payment that was left open to its end, in the background of every replica. It gives back
 * what dead runs had reserved, and finds out about settlements of unknown outcome (`Resolution`).
 */
import { Clock, Duration, Effect, Layer, Option, Random, Schedule } from "effect"
import { Lifecycle } from "../../Lifecycle.ts"
import { Settings } from "../../Settings.ts"
import { annotate, span } from "../../Telemetry/Span.ts"
import { Chain } from "../chain/Chain.ts"
import { requirementsOf } from "../challenge/Challenge.ts"
import { Ledger } from "../ledger/Ledger.ts"
import { type PendingPayment, PendingPayments } from "../ledger/PendingPayments.ts"
import * as Metrics from "../Metrics.ts"
import * as PaymentHeader from "../request/PaymentHeader.ts"
import * as Trace from "../Trace.ts"
import * as Resolve from "./Resolve.ts"

/** Between two rounds. A round without anything to do costs three short statements. */
export const interval = Duration.seconds(5)

/** Payments that a round takes up at most, and how many of them it looks at together. */
const batch = 20
const concurrency = 4

/** Reservations that a round gives back at most. */
const releases = 500

/** How long a claimed payment is one replica's beside its settlement: the chain's question and waiting in the batch. */
const leaseMargin = Duration.minutes(3)

/** A finding is worth some patience with the database; lost, it is found again once the claim is over. */
const patience = Schedule.intersect(Schedule.spaced(Duration.millis(500)), Schedule.recurs(5))

const make = Effect.gen(function* () {
  const { payment } = yield* Settings
  const { chain } = payment
  const ledger = yield* Ledger
  const open = yield* PendingPayments
  const lifecycle = yield* Lifecycle
  const lookUp = Resolve.make({
    facilitator: yield* Metrics.measured,
    chain: yield* Effect.serviceOption(Chain),
    submission: ({ amount, payTo, payload }) =>
      Option.map(PaymentHeader.reread(payload), ({ payload, authorization, signature }) => ({
        paymentPayload: payload,
        paymentRequirements: requirementsOf(chain, payTo, amount),
        authorization,
        signature
      }))
  })

  const alarm = (payment: PendingPayment, reason: string) =>
    Effect.logError("a payment stays of unknown outcome: look at the chain").pipe(
      Effect.annotateLogs({ reason, payment: payment.requestId, looks: payment.looks })
    )

  const note = (payment: PendingPayment, attempt: string, finding: Resolve.Resolution) =>
    Resolve.Resolution.$match(finding, {
      Settled: ({ transaction }) => ledger.settled(payment, transaction),
      Failed: (failure) => Effect.asVoid(ledger.failed(payment, attempt, failure)),
      Presumed: () => Effect.asVoid(ledger.presumed(payment, attempt)),
      Inconclusive: ({ alarm: isAlarming, ...doubt }) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          Effect.zipRight(
            isAlarming ? alarm(payment, doubt.reason) : Effect.void,
            ledger.unknown(payment, attempt, {
              ...doubt,
              nextLook: Resolve.delayAfter(payment.looks, now / 1000, Number(payment.validBefore))
            })
          )
        )
    })

  /** Money is at stake: once begun, a look is not interrupted, and a stop waits for it. */
  const resolve = (attempt: string) => (payment: PendingPayment) =>
    Effect.zipRight(Trace.name(payment), lookUp(payment)).pipe(
      Effect.tap(({ _tag }) => annotate({ "reconcile.finding": _tag })),
      Effect.tap((finding) => Effect.retry(note(payment, attempt, finding), patience)),
      Effect.tap(({ _tag }) =>
        _tag === "Inconclusive"
          ? Effect.void
          : Effect.logInfo("reconciled").pipe(
              Effect.annotateLogs({ finding: _tag, payment: payment.requestId, looks: payment.looks })
            )
      ),
      span("reconcile"),
      Effect.uninterruptible,
      lifecycle.track,
      Effect.catchAllCause((cause) => Effect.logWarning("a payment could not be reconciled", cause))
    )

  const round = Effect.gen(function* () {
    const released = yield* open.releaseStale(releases)
    Metrics.count("released", released)
    const attempt = `reconciler-${yield* Random.nextIntBetween(0, Number.MAX_SAFE_INTEGER)}`
    const due = yield* open.takeDue({
      network: chain.network,
      asset: chain.asset.address.toLowerCase(),
      attempt,
      lease: Duration.sum(payment.settleTimeout, leaseMargin),
      limit: batch
    })
    yield* Effect.forEach(due, resolve(attempt), { concurrency, discard: true })
    yield* Effect.flatMap(open.stats, Metrics.show)
  }).pipe(
    Effect.unlessEffect(lifecycle.draining),
    // Readiness tells that the database is away.
    Effect.catchTag("DatabaseUnavailable", (error) => Effect.logDebug("no reconciliation", error)),
    Effect.catchAllCause((cause) => Effect.logError("a round of reconciliation failed", cause))
  )

  yield* Effect.forkScoped(Effect.forever(Effect.delay(round, interval)))
})

/** Reconciles for as long as its scope is open. */
export const layer = Layer.scopedDiscard(make)
