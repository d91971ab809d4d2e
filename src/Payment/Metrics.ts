/**
 * What an operator watches of the money. Names and units as Prometheus has them.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { PaymentState } from "../Resources/PaymentStatus.ts"
import { durations } from "../Telemetry/Buckets.ts"
import * as Labelled from "../Telemetry/Labelled.ts"
import { record } from "../Telemetry/Measure.ts"
import { Facilitator } from "./facilitator/Facilitator.ts"
import { isInsufficientBalance, isNonceUsed } from "./facilitator/SettleErrorCodes.ts"
import type { LedgerStats } from "./ledger/PendingPayments.ts"

const transitions = Labelled.counter(
  "almanac_payments_total",
  "Payments that came to a state, by this process",
  "state"
)

/** Counts payments that have come to a state, at once: to be called inside an effect. */
export const count = (state: PaymentState, payments = 1): void => record(transitions(state), payments)

const open = Labelled.gauge(
  "almanac_payments_open",
  "Payments that have not come to their end, in the whole ledger",
  "state"
)
const oldest = Metric.gauge("almanac_payments_oldest_pending_seconds", {
  description: "Age of the oldest payment whose settlement is under way or unknown"
})
const exposure = Metric.gauge("almanac_payments_exposure_usdc", {
  description: "Sum of all payments that are reserved or unsettled"
})
const undelivered = Metric.gauge("almanac_payments_settled_without_answer", {
  description: "Settled payments whose answer is not stored although it should be: always 0"
})

const clockSkew = Metric.gauge("almanac_clock_skew_seconds", {
  description: "Seconds that this process's clock is ahead of the database's; negative when it is behind"
})

/** Shows how far the process's clock is ahead of the ledger's, in seconds. */
export const showClockSkew = (seconds: number) => Metric.set(clockSkew, seconds)

/** Shows the ledger's figures. */
export const show = (figures: LedgerStats) =>
  Effect.all(
    [
      Metric.set(open("reserved"), figures.reserved),
      Metric.set(open("settling"), figures.settling),
      Metric.set(open("unknown"), figures.unknown),
      Metric.set(oldest, figures.oldestPendingSeconds),
      Metric.set(exposure, figures.exposure / 1e6),
      Metric.set(undelivered, figures.settledWithoutAnswer)
    ],
    { discard: true }
  )

const duration = Labelled.histogram(
  "almanac_facilitator_duration_seconds",
  "How long the facilitator took",
  durations,
  "operation"
)
const errors = Labelled.counter(
  "almanac_facilitator_errors_total",
  "Questions to the facilitator that were not answered, or refused",
  "operation",
  "reason"
)

/** Why a receipt of success proved nothing. */
const unprovenReceipts = [
  "receipt_payer",
  "receipt_amount",
  "receipt_network",
  "receipt_transaction"
] as const

/** A facilitator's reasons are an open set; a label must not be. */
const labels = new Set([
  "timeout",
  "connection",
  "descriptors",
  "status",
  "malformed",
  ...unprovenReceipts,
  "receipt_reused",
  "settlement_pending"
])
/** What a facilitator's many words for a payment that it refuses come to. */
const judgements = ["insufficient_balance", "nonce_used", "refused"] as const
const labelOf = (reason: string): string => {
  if (labels.has(reason)) return reason
  if (isInsufficientBalance(reason)) return "insufficient_balance"
  return isNonceUsed(reason) ? "nonce_used" : "refused"
}

/** Shows what has not happened yet as 0: Prometheus sees an increase only of a series that is there. */
export const register = Effect.sync(() => {
  for (const state of PaymentState.literals) count(state, 0)
  for (const operation of ["verify", "settle"]) {
    duration(operation).register()
    for (const reason of [...labels, ...judgements]) record(errors(operation, reason), 0)
  }
})

const failed = (operation: string, reason: string) => Metric.update(errors(operation, labelOf(reason)), 1)

/** Counts a receipt of success whose transaction is another payment's. */
export const reusedReceipt = failed("settle", "receipt_reused")

/** Measures how long an effect takes that counts its own failures. */
const timed = <A, E extends { readonly reason: string }, R>(
  operation: string,
  effect: Effect.Effect<A, E, R>
) =>
  Effect.flatMap(Clock.currentTimeNanos, (start) => {
    const end = Effect.flatMap(Clock.currentTimeNanos, (now) =>
      Metric.update(duration(operation), Number(now - start) / 1e9)
    )
    return Effect.tapBoth(effect, {
      onFailure: ({ reason }) => Effect.zipRight(end, failed(operation, reason)),
      onSuccess: () => end
    })
  })

/** The facilitator, measured. */
export const measured = Effect.map(Facilitator, (facilitator): Facilitator["Type"] => ({
  verify: (submission) =>
    Effect.tap(timed("verify", facilitator.verify(submission)), (verdict) =>
      verdict.isValid ? Effect.void : failed("verify", verdict.reason)
    ),
  settle: (submission) => timed("settle", facilitator.settle(submission))
}))
