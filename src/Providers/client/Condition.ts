/**
 * What is known of an operation without asking it: whether its last calls failed, and which limit its calls meet. The
 * circuit breaker writes it; `/v1/status` shows it.
 */
import type { OperationState, StatusReason } from "../../Resources/ServiceStatus.ts"
import { budgetSpent, type ProviderError } from "../Errors.ts"

/** The condition at one moment. Times in Unix milliseconds; `since` is undefined when nothing ever happened. */
export interface Condition {
  readonly state: OperationState
  readonly reason?: StatusReason
  readonly since: number | undefined
  readonly until?: number
}

/** A limit that calls of an operation meet for a while, although they are sent. */
export interface Limit {
  readonly reason: "budget" | "paced"
  /** Milliseconds from now; 0 when it has ended. */
  readonly lasts: number
}

/** An open circuit: its error, when it opened first and last, and when it becomes half-open. */
export interface Opened {
  readonly error: ProviderError
  readonly since: number
  readonly from: number
  readonly until: number
}

/** Whether calls are refused at a moment; never before it opened, where a system clock that is set back may be. */
export const isOut = ({ from, until }: Opened, now: number): boolean => from <= now && now < until

const reasons = {
  ProviderRateLimited: "throttled",
  ProviderUnavailable: "unavailable",
  ProviderTimeout: "late",
  ProviderBadResponse: "malformed"
} as const satisfies Record<ProviderError["_tag"], StatusReason>

const reasonOf = (error: ProviderError): StatusReason =>
  error.reason === budgetSpent ? "budget" : reasons[error._tag]

/** Milliseconds of a day: budgets are renewed daily, whatever a provider says. */
const longest = 86_400_000

/** Nothing happened yet. */
export const make = () => {
  let recovered: number | undefined
  let failing: { readonly error: ProviderError; readonly since: number } | undefined
  let limit: { readonly reason: Limit["reason"]; readonly since: number; readonly until: number } | undefined

  return {
    /** A call failed by the provider's fault. */
    failed: (error: ProviderError, now: number): void => {
      failing = { error, since: failing?.since ?? now }
    },
    /** The provider answered after it had failed. */
    recovered: (now: number): void => {
      failing = undefined
      recovered = now
    },
    isFailing: (): boolean => failing !== undefined,
    /** The newest word on a limit counts. One that goes on keeps its beginning. */
    limited: ({ lasts, reason }: Limit, now: number): void => {
      const present = limit !== undefined && now < limit.until ? limit : undefined
      if (lasts > 0) limit = { reason, since: present?.since ?? now, until: now + Math.min(lasts, longest) }
      else if (present !== undefined) limit = { ...present, until: now }
    },
    at: (now: number, opened: Opened | undefined): Condition => {
      if (opened !== undefined) {
        const { error, since, until } = opened
        return isOut(opened, now)
          ? { state: "out", reason: reasonOf(error), since, until }
          : { state: "degraded", reason: reasonOf(error), since: Math.min(until, now) }
      }
      if (failing !== undefined)
        return { state: "degraded", reason: reasonOf(failing.error), since: failing.since }
      if (limit === undefined) return { state: "up", since: recovered }
      const { reason, since, until } = limit
      return now < until
        ? { state: "degraded", reason, since, until }
        : { state: "up", since: Math.max(recovered ?? 0, until) }
    }
  }
}
