/**
 * Metrics of the providers by operation (`openalex.search`): calls, failures by kind, durations, and circuits.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import type { ProviderSlug } from "../../Resources/ProviderSlug.ts"
import { durations } from "../../Telemetry/Buckets.ts"
import * as Labelled from "../../Telemetry/Labelled.ts"
import * as Measure from "../../Telemetry/Measure.ts"
import type { ProviderError, QueryRefused } from "../Errors.ts"

const calls = Labelled.counter(
  "almanac_provider_calls_total",
  "Calls of a provider's operation that were made, without those that an open circuit spared it",
  "operation"
)
/** The same calls, by operation. */
const made = new Map<string, number>()

/** The calls that this process has made since its start, by operation. */
export const callsMade: Effect.Effect<ReadonlyMap<string, number>> = Effect.sync(() => made)

const errors = Labelled.counter(
  "almanac_provider_errors_total",
  "Calls that failed, by kind; a refused query is an answer",
  "operation",
  "kind"
)
const duration = Labelled.histogram(
  "almanac_provider_duration_seconds",
  "How long a provider's operation took, waiting for its pace and retrying included",
  durations,
  "operation"
)
const openings = Labelled.counter(
  "almanac_circuit_opened_total",
  "How often the circuit of an operation opened",
  "operation"
)
const open = Labelled.gauge(
  "almanac_circuit_open",
  "1 while the circuit of an operation lets nothing through, 0 otherwise",
  "operation"
)
const budget = Labelled.gauge(
  "almanac_provider_budget_left_usd",
  "What a provider said last that is left to spend until its day ends",
  "provider"
)

const kinds = {
  ProviderRateLimited: "rate_limited",
  ProviderUnavailable: "unavailable",
  ProviderBadResponse: "bad_response",
  ProviderTimeout: "timeout"
} as const

/** The kind of a failure in one word; `undefined` when the call brought an answer. */
const kindOf = (exit: Exit.Exit<unknown, ProviderError | QueryRefused>): string | undefined => {
  if (Exit.isSuccess(exit)) return undefined
  const error = Option.getOrUndefined(Cause.failureOption(exit.cause))
  if (error === undefined) return Cause.isInterrupted(exit.cause) ? "interrupted" : "defect"
  return error._tag === "QueryRefused" ? undefined : kinds[error._tag]
}

/**
 * Shows what has not happened yet to an operation as 0: Prometheus sees an increase only of a series that is there. Call
 * it inside an effect.
 */
export const register = (operation: string): void => {
  Measure.record(calls(operation), 0)
  Measure.record(openings(operation), 0)
  Measure.record(open(operation), 0)
  duration(operation).register()
  for (const kind of [...Object.values(kinds), "interrupted", "defect"]) {
    Measure.record(errors(operation, kind), 0)
  }
}

/** Measures a call of an operation. */
export const measured =
  (operation: string) =>
  <A, E extends ProviderError | QueryRefused>(effect: Effect.Effect<A, E>): Effect.Effect<A, E> =>
    Measure.measured<A, E>((seconds, exit) => {
      const kind = kindOf(exit)
      Measure.record(calls(operation), 1)
      made.set(operation, (made.get(operation) ?? 0) + 1)
      Measure.record(duration(operation), seconds)
      if (kind !== undefined) Measure.record(errors(operation, kind), 1)
    })(effect)

/** Counts a circuit that opened. */
export const opened = (operation: string) =>
  Effect.zipRight(Metric.increment(openings(operation)), Metric.set(open(operation), 1))

/** Sets the gauge of a circuit. */
export const showOpen = (operation: string, isOpen: boolean) => Metric.set(open(operation), isOpen ? 1 : 0)

/** Sets the gauge of a provider's remaining budget, in dollars. */
export const budgetLeft = (provider: ProviderSlug, dollars: number) => Metric.set(budget(provider), dollars)
