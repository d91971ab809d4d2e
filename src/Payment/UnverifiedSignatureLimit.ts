/**
 * Rate limit for signatures that we cannot check ourselves (contract wallets), which anyone can forge. Per process: a
 * counter in the database would cost more than the check.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { TooManyRequests } from "../Api/Failure.ts"
import { maxUnverifiedSignatures, unverifiedSignatureWindow } from "./Limits.ts"

/** Counts a payment, in windows that begin with their first one; fails beyond the limit. */
export const make = (): Effect.Effect<void, TooManyRequests> => {
  const length = Duration.toMillis(unverifiedSignatureWindow)
  let began = Number.NEGATIVE_INFINITY
  let count = 0
  return Effect.flatMap(Clock.currentTimeMillis, (now) => {
    if (now - began >= length) {
      began = now
      count = 0
    }
    count += 1
    return count <= maxUnverifiedSignatures
      ? Effect.void
      : new TooManyRequests({
          message: "Too many payments at once whose signature only the facilitator can judge.",
          retryAfter: Math.ceil((began + length - now) / 1000)
        })
  })
}
