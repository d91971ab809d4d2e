/**
 * What the in-memory ledger remembers of a payer, and the limits that follow from it: the rules of `SqlReserve`
 * and of the table `payers`. Pure. Times are Unix milliseconds, amounts atomic units.
 */
import * as Duration from "effect/Duration"
import {
  distrustDuration,
  maxExposure,
  maxOpenRuns,
  maxUncharged,
  shortageMemory,
  unchargedWindow
} from "../../Limits.ts"
import { type ReleaseReason, ReserveResult } from "../Outcomes.ts"

/** A payer's recent failures. */
export interface PayerHistory {
  /** Runs without a charge, counted from `unchargedSince`. */
  readonly uncharged: number
  readonly unchargedSince: number
  readonly refusedUntil: number
  /** Until then the balance counts as too small for `insufficientAmount` or more. */
  readonly insufficientUntil: number
  readonly insufficientAmount: bigint
  readonly insufficientReason: string
  readonly changedAt: number
}

/** The history of a payer without failures. */
export const clean: PayerHistory = {
  uncharged: 0,
  unchargedSince: Number.NEGATIVE_INFINITY,
  refusedUntil: Number.NEGATIVE_INFINITY,
  insufficientUntil: Number.NEGATIVE_INFINITY,
  insufficientAmount: 0n,
  insufficientReason: "",
  changedAt: Number.NEGATIVE_INFINITY
}

const window = Duration.toMillis(unchargedWindow)

/** A reservation of `amount` was released. The window of uncharged runs begins with the first of them. */
export const afterRelease =
  (reason: ReleaseReason, amount: bigint, now: number) =>
  (history: PayerHistory): PayerHistory => {
    switch (reason._tag) {
      case "NotRun":
      case "Refused":
        return history
      case "RanUncharged":
        return history.unchargedSince > now - window
          ? { ...history, changedAt: now, uncharged: history.uncharged + 1 }
          : { ...history, changedAt: now, uncharged: 1, unchargedSince: now }
      case "InsufficientBalance":
        return {
          ...history,
          changedAt: now,
          insufficientUntil: now + Duration.toMillis(shortageMemory),
          insufficientAmount: amount,
          insufficientReason: reason.reason
        }
    }
  }

/** A settlement has certainly failed by the payer's doing. */
export const afterFailure =
  (now: number) =>
  (history: PayerHistory): PayerHistory => ({
    ...history,
    changedAt: now,
    refusedUntil: now + Duration.toMillis(distrustDuration)
  })

const secondsUntil = (moment: number, now: number) => Math.ceil((moment - now) / 1000)

/** What a payer has under way: the sum of its open payments, and its runs whose leases have not ended. */
export interface UnderWay {
  readonly exposure: bigint
  readonly runs: number
}

/** The limit that a new payment of `amount` would break, if any. */
export const rejection = (
  history: PayerHistory,
  amount: bigint,
  { exposure, runs }: UnderWay,
  now: number
): ReserveResult | undefined => {
  const uncharged = history.unchargedSince > now - window ? history.uncharged : 0
  if (history.refusedUntil > now) {
    return ReserveResult.RecentFailure({ retryAfter: secondsUntil(history.refusedUntil, now) })
  }
  if (uncharged >= maxUncharged) {
    return ReserveResult.UnchargedLimit({ retryAfter: secondsUntil(history.unchargedSince + window, now) })
  }
  if (history.insufficientUntil > now && history.insufficientAmount <= amount) {
    return ReserveResult.InsufficientBalance({ reason: history.insufficientReason })
  }
  const isAtLimit =
    (exposure > 0n && exposure + amount > maxExposure) ||
    runs >= maxOpenRuns ||
    (uncharged > 0 && uncharged + runs >= maxUncharged)
  return isAtLimit ? ReserveResult.AtLimit() : undefined
}
