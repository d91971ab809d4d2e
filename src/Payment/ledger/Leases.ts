/**
 * The leases of the runs under way in this process: one that takes longer than its lease keeps it.
 */
import { Duration, Effect, Schedule } from "effect"
import { type Ledger, leaseDuration, type PaymentKey } from "./Ledger.ts"

/** How often they are renewed. */
const renewal = Duration.times(leaseDuration, 1 / 3)

/** Renewals at the same time: they are not to take all connections from the runs. */
const concurrency = 4

/** Renews what is held, until the scope ends. One fibre for all: most runs end before their first renewal. */
export const make = (ledger: Ledger["Type"]) =>
  Effect.gen(function* () {
    const held = new Map<string, PaymentKey>()
    yield* Effect.suspend(() =>
      Effect.forEach([...held], ([attempt, key]) => Effect.ignore(ledger.renew(key, attempt)), {
        concurrency,
        discard: true
      })
    ).pipe(Effect.schedule(Schedule.spaced(renewal)), Effect.forkScoped)

    /** Holds the lease of an attempt while an effect runs. To be run where nothing interrupts. */
    return (key: PaymentKey, attempt: string) =>
      <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
        Effect.suspend(() => {
          held.set(attempt, key)
          return Effect.ensuring(
            effect,
            Effect.sync(() => held.delete(attempt))
          )
        })
  })
