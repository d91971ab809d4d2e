/**
 * What providers were asked, by UTC day, in the books: all processes add up what they have made.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import { Database } from "../../../Storage/Database.ts"

/** Between two writes. A process that is killed loses the calls since the last one. */
const interval = Duration.minutes(1)

/**
 * Writes the calls of this process every minute and when the scope ends. `made`: all calls since its start, by operation.
 * What could not be written is written the next time; where the database only answered too late, twice.
 */
export const record = (made: Effect.Effect<ReadonlyMap<string, number>>) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const database = yield* Database
    const written = new Map<string, number>()

    const write = Effect.gen(function* () {
      const now = new Map(yield* made)
      const since = [...now]
        .map(([operation, calls]) => [operation, calls - (written.get(operation) ?? 0)] as const)
        .filter(([, calls]) => calls > 0)
      if (since.length === 0) return
      // In one order, so that two processes do not wait for each other.
      yield* database.use(sql`
        INSERT INTO provider_calls (day, operation, calls)
        SELECT (almanac_now() AT TIME ZONE 'UTC')::date, key, value::bigint
        FROM jsonb_each_text(${JSON.stringify(Object.fromEntries(since))}::jsonb) ORDER BY key
        ON CONFLICT (day, operation) DO UPDATE SET calls = provider_calls.calls + EXCLUDED.calls`)
      for (const [operation, calls] of now) written.set(operation, calls)
    }).pipe(
      Effect.catchTag("DatabaseUnavailable", (error) =>
        Effect.logDebug("calls of providers are not written", error)
      ),
      Effect.catchAllCause((cause) => Effect.logError("calls of providers could not be written", cause))
    )

    yield* Effect.addFinalizer(() => write)
    yield* Effect.forkScoped(Effect.repeat(Effect.delay(write, interval), Schedule.forever))
  })
