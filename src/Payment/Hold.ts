/**
 * How an attempt holds the payment that it has reserved.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { withMonotonic, withNow } from "../Runtime/Clock.ts"
import { leaseDuration } from "./ledger/Ledger.ts"

/** A moment by both clocks of the process: the one may be set, and the other may stand while the machine sleeps. */
interface Moment {
  readonly unix: number
  readonly monotonic: number
}

/** A reserved payment, as its attempt holds it. */
export interface Hold {
  readonly attempt: string
  /** A moment before its lease began. */
  readonly since: Moment
}

/** Continues with the present moment. */
export const withMoment = <A, E, R>(use: (moment: Moment) => Effect.Effect<A, E, R>) =>
  withNow((unix) => withMonotonic((monotonic) => use({ unix, monotonic })))

const leaseMillis = Duration.toMillis(leaseDuration)

/** Whether no other attempt can have taken the payment: its first lease has not ended, whatever became of the ledger. */
export const isLeased = ({ since }: Hold) =>
  withMoment((now) =>
    Effect.succeed(Math.max(now.unix - since.unix, now.monotonic - since.monotonic) < leaseMillis)
  )
