/**
 * Payments whose signature only the facilitator can judge, counted: everybody can make up as many as he likes. By
 * process and not in the database, for what protects must cost less than what it protects from.
 */
import { Clock, Duration, Effect } from "effect"
import { TooManyRequests } from "../Api/Failure.ts"
import { judgementWindow, maxJudgements } from "./Limits.ts"

/** Counts in windows that begin with their first payment. */
export const make = (): Effect.Effect<void, TooManyRequests> => {
  const length = Duration.toMillis(judgementWindow)
  let began = Number.NEGATIVE_INFINITY
  let count = 0
  return Effect.flatMap(Clock.currentTimeMillis, (now) => {
    if (now - began >= length) {
      began = now
      count = 0
    }
    count += 1
    return count <= maxJudgements
      ? Effect.void
      : new TooManyRequests({
          message: "Too many payments at once whose signature only the facilitator can judge.",
          retryAfter: Math.ceil((began + length - now) / 1000)
        })
  })
}
