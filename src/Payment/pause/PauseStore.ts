/**
 * Where the pauses of all replicas are kept: in the ledger's database.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Pause, PauseKind } from "../../Pauses.ts"
import type { DatabaseUnavailable } from "../../Storage/Database.ts"

/** Reads and writes pauses. */
export class PauseStore extends Context.Tag("almanac/PauseStore")<
  PauseStore,
  {
    readonly all: Effect.Effect<ReadonlyArray<Pause>, DatabaseUnavailable>
    /** Begins a pause, at the database's time; one that there is gets the new reason and `retryAfter`. */
    readonly begin: (pause: Omit<Pause, "since">) => Effect.Effect<void, DatabaseUnavailable>
    /** Ends a pause. `false`: there was none. */
    readonly end: (kind: PauseKind, name: string) => Effect.Effect<boolean, DatabaseUnavailable>
  }
>() {}

/** Pauses of one process, for a ledger in memory. Services with the same store are like replicas on one database. */
export const inMemory = (): PauseStore["Type"] => {
  const pauses = new Map<string, Pause>()
  const nameOf = ({ kind, name }: Pick<Pause, "kind" | "name">) => `${kind} ${name}`
  return {
    all: Effect.sync(() => [...pauses.values()]),
    begin: (pause) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const since = pauses.get(nameOf(pause))?.since ?? new Date(now)
        pauses.set(nameOf(pause), { ...pause, since })
      }),
    end: (kind, name) => Effect.sync(() => pauses.delete(nameOf({ kind, name })))
  }
}
