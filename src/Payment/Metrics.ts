/**
 * What an operator watches of the money. Names and units as Prometheus has them.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import { PaymentState } from "../Resources/PaymentStatus.ts"
import { durations } from "../Telemetry/Buckets.ts"
import * as Labelled from "../Telemetry/Labelled.ts"
import { measured, record } from "../Telemetry/Measure.ts"
import {
  Facilitator,
  type FacilitatorUnavailable,
  type Settlement,
  type SettlementFailed,
  type SettlementUnknown,
  type Verdict
} from "./facilitator/Facilitator.ts"
import { isInsufficientBalance, isNonceUsed } from "./facilitator/SettleErrorCodes.ts"
import type { LedgerStats } from "./ledger/PendingPayments.ts"

const transitions = Labelled.counter(
  "almanac_payments_total",
  "Payments that came to a state, by this process",
  "state"
)

/** Counts payments that have come to a state, at once: to be called inside an effect. */
export const count = (state: PaymentState, payments = 1): void => record(transitions(state), payments)

const revenue = Labelled.counter(
  "almanac_revenue_usdc_total",
  "USDC of the payments that came to be settled, or presumed so, by this process",
  "capability"
)
const replays = Labelled.counter(
  "almanac_replays_total",
  "Stored answers that were given again, to repetitions of a call and to calls that joined one",
  "capability"
)
const uncharged = Labelled.counter(
  "almanac_uncharged_runs_total",
  "Runs for which nothing was charged, and neither a provider nor the service was to blame",
  "capability"
)

/** Counts a payment of so many atomic units as earned. Call it inside an effect. */
export const earned = (capability: string, amount: string): void =>
  record(revenue(capability), Number(amount) / 1e6)

/** Counts an answer that was given again. Call it inside an effect. */
export const replayed = (capability: string): void => record(replays(capability), 1)

/** Counts a run that charged nothing. Call it inside an effect. */
export const gaveAway = (capability: string): void => record(uncharged(capability), 1)

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
/** What a facilitator's many other words come to. `unknown`: whether the transfer was sent, they do not say. */
const judgements = ["insufficient_balance", "nonce_used", "refused", "unknown"] as const
const labelOf = (reason: string, isUnknown: boolean): string => {
  if (labels.has(reason)) return reason
  if (isInsufficientBalance(reason)) return "insufficient_balance"
  if (isNonceUsed(reason)) return "nonce_used"
  return isUnknown ? "unknown" : "refused"
}

/** Shows what has not happened yet as 0: Prometheus sees an increase only of a series that is there. */
export const register = (capabilities: ReadonlyArray<string>): void => {
  for (const capability of capabilities) {
    for (const metric of [revenue, replays, uncharged]) record(metric(capability), 0)
  }
  for (const state of PaymentState.literals) count(state, 0)
  for (const operation of ["verify", "settle"]) {
    duration(operation).register()
    for (const reason of [...labels, ...judgements]) record(errors(operation, reason), 0)
  }
}

/** Counts a receipt of success whose transaction is another payment's. */
export const reusedReceipt = Effect.sync(() => record(errors("settle", "receipt_reused"), 1))

/**
 * Measures how long a question takes, and counts why it was not answered, or refused (`refusal`). One that was interrupted
 * says nothing of the facilitator.
 */
const asked = <A, E extends { readonly _tag: string; readonly reason: string }>(
  operation: string,
  refusal: (answer: A) => string | undefined
) =>
  measured<A, E>((seconds, exit) => {
    const failure = Option.getOrUndefined(Option.flatMap(Exit.causeOption(exit), Cause.failureOption))
    const reason = Exit.isSuccess(exit) ? refusal(exit.value) : failure?.reason
    if (Exit.isSuccess(exit) || reason !== undefined) record(duration(operation), seconds)
    if (reason !== undefined)
      record(errors(operation, labelOf(reason, failure?._tag === "SettlementUnknown")), 1)
  })

const verified = asked<Verdict, FacilitatorUnavailable>("verify", (verdict) =>
  verdict.isValid ? undefined : verdict.reason
)
const settled = asked<Settlement, SettlementFailed | SettlementUnknown>("settle", () => undefined)

/** The facilitator, measured. */
export const measuredFacilitator = Effect.map(Facilitator, (facilitator): Facilitator["Type"] => ({
  verify: (submission) => verified(facilitator.verify(submission)),
  settle: (submission) => settled(facilitator.settle(submission)),
  ...(facilitator.settlerOf === undefined ? {} : { settlerOf: facilitator.settlerOf })
}))
