/**
 * A database whose ledger keeps the time of a clock that a test steers: its `almanac_now()` is replaced.
 */
import { SqlClient } from "@effect/sql"
import { type Clock, Effect, Layer } from "effect"
import { Database } from "../../../src/Storage/Database.ts"
import { aheadOf } from "./SteeredClock.ts"

/** Where a clock stands, or how far it is ahead of the real time if it runs. */
interface Time {
  readonly stands: number | null
  readonly ahead: number
}

const real: Time = { stands: null, ahead: 0 }

const timeOf = (clock: Clock.Clock): Time => {
  const ahead = aheadOf(clock)
  if (ahead !== undefined) return { stands: null, ahead }
  const now = clock.unsafeCurrentTimeMillis()
  return Math.abs(now - Date.now()) < 1000 ? real : { stands: now, ahead: 0 }
}

/** The function that tells the time, once the tables are there. */
const install = [
  "CREATE TABLE IF NOT EXISTS steered_clock (stands float8, ahead float8 NOT NULL)",
  "INSERT INTO steered_clock (ahead) SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM steered_clock)",
  `CREATE OR REPLACE FUNCTION almanac_now() RETURNS timestamptz LANGUAGE sql STABLE AS $$
    SELECT COALESCE(to_timestamp(stands / 1000), statement_timestamp() + ahead * INTERVAL '1 millisecond')
    FROM steered_clock $$`
]

const set = ({ stands, ahead }: Time) =>
  `UPDATE steered_clock SET stands = ${stands === null ? "NULL" : String(stands)}, ahead = ${ahead}`

/** Lets one process at a time replace the function. */
const lock = "SELECT pg_advisory_xact_lock(8402)"

/** Puts the ledger's time of a migrated database ahead of the real one, in milliseconds. */
export const statements = (ahead: number): ReadonlyArray<string> => [...install, set({ stands: null, ahead })]

/** The same database, which keeps the time of the clock of whoever asks it. */
export const following = <A, E, R>(
  database: Layer.Layer<A | Database | SqlClient.SqlClient, E, R>
): Layer.Layer<A | Database | SqlClient.SqlClient, E, R> =>
  Layer.provideMerge(
    Layer.effect(
      Database,
      Effect.gen(function* () {
        const inner = yield* Database
        const sql = yield* SqlClient.SqlClient
        const one = yield* Effect.makeSemaphore(1)
        let told = real
        let isInstalled = false
        const tell = Effect.flatMap(Effect.clock, (clock) => {
          const isTold = () => {
            const { stands, ahead } = timeOf(clock)
            return stands === told.stands && ahead === told.ahead
          }
          const write = Effect.suspend(() => {
            if (isTold()) return Effect.void
            const time = timeOf(clock)
            const all = isInstalled ? [set(time)] : [lock, ...install, set(time)]
            return Effect.tap(
              inner.use(
                sql.withTransaction(Effect.forEach(all, (text) => sql.unsafe(text), { discard: true }))
              ),
              () => {
                told = time
                isInstalled = true
              }
            )
          })
          return isTold() ? Effect.void : one.withPermits(1)(write)
        })
        return Database.of({
          ...inner,
          use: (statements) => Effect.zipRight(tell, inner.use(statements)),
          run: (query) => Effect.zipRight(tell, inner.run(query))
        })
      })
    ),
    database
  )
