/**
 * The leases of the attempts under way in this process. One that takes longer than its lease keeps its payment.
 */
import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { onEnd } from "../../Runtime/Bracket.ts"
import { type Ledger, leaseDuration, type PaymentKey } from "./Ledger.ts"

/** How often leases are renewed. */
const renewal = Duration.times(leaseDuration, 1 / 3)

/** The most renewals at the same time: they must leave connections to the runs. */
const concurrency = 4

/** A lease that an attempt of this process holds. */
interface Lease {
  readonly key: PaymentKey
  readonly attempt: string
}

/** Renews all held leases until the scope ends, in one fibre: most runs end before their first renewal. */
export const make = (ledger: Ledger["Type"]) =>
  Effect.gen(function* () {
    /** An attempt that is held twice is in it twice, so that the end of one does not end the other. */
    const held = new Set<Lease>()
    // What the database does not confirm is tried again with the next ones. A fault of one renewal ends none of the others.
    const renew = ({ attempt, key }: Lease) =>
      Effect.catchAllCause(ledger.renew(key, attempt), (cause) =>
        Cause.isDie(cause) ? Effect.logError("a lease could not be renewed", cause) : Effect.void
      )
    yield* Effect.suspend(() => Effect.forEach([...held], renew, { concurrency, discard: true })).pipe(
      Effect.schedule(Schedule.spaced(renewal)),
      Effect.forkScoped
    )

    /** Holds the lease of an attempt while an effect runs. Only for uninterruptible effects. */
    return (key: PaymentKey, attempt: string) =>
      <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
        Effect.suspend(() => {
          const lease = { key, attempt }
          held.add(lease)
          return onEnd<A, E>(() => held.delete(lease))(effect)
        })
  })
