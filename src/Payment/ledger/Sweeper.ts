/**
 * The sweeper keeps the tables small: answers go when they can no longer be fetched, released payments when they can
 * no longer be used, and what is remembered of payers when it no longer counts. In batches, in the background of every
 * replica.
 */
import { SqlClient } from "@effect/sql"
import { Clock, Duration, Effect, Layer } from "effect"
import { Database } from "../../Storage/Database.ts"
import { longestMemory } from "../Limits.ts"
import { retention } from "./Ledger.ts"
import { atPresent, before } from "./Moments.ts"

/** Between two rounds. */
export const interval = Duration.minutes(1)

/** Rows that one statement changes at most: it holds their locks for some milliseconds. */
const batch = 500

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database

  /** The name of the purchase goes with the answer: it can be given to another. */
  const answers = atPresent((now) =>
    database.use(sql`
      UPDATE payments SET response = NULL, response_headers = NULL, payload = '', payment_id = NULL
      WHERE (network, asset, payer, nonce) IN (
        SELECT network, asset, payer, nonce FROM payments
        WHERE settled_at <= ${before(now, retention)} AND response IS NOT NULL
        ORDER BY settled_at LIMIT ${batch} FOR UPDATE SKIP LOCKED)
      RETURNING 1 AS one`)
  )

  const released = Effect.flatMap(Clock.currentTimeMillis, (now) =>
    database.use(sql`
      DELETE FROM payments WHERE (network, asset, payer, nonce) IN (
        SELECT network, asset, payer, nonce FROM payments
        WHERE state = 'released' AND valid_before < ${Math.floor(now / 1000)}
        ORDER BY valid_before LIMIT ${batch} FOR UPDATE SKIP LOCKED)
      RETURNING 1 AS one`)
  )

  const memories = atPresent((now) =>
    database.use(sql`
      DELETE FROM payers WHERE payer IN (
        SELECT payer FROM payers WHERE changed_at < ${before(now, longestMemory)}
        ORDER BY changed_at LIMIT ${batch} FOR UPDATE SKIP LOCKED)
      RETURNING 1 AS one`)
  )

  /** A full batch has more behind it. */
  const whole = <A, E>(sweep: Effect.Effect<ReadonlyArray<A>, E>) =>
    Effect.repeat(sweep, { while: (rows) => rows.length === batch })

  const round = Effect.all([whole(answers), whole(released), whole(memories)], { discard: true }).pipe(
    Effect.catchTag("DatabaseUnavailable", (error) => Effect.logDebug("nothing is swept", error)),
    Effect.catchAllCause((cause) => Effect.logError("a round of sweeping failed", cause))
  )

  yield* Effect.forkScoped(Effect.forever(Effect.delay(round, interval)))
})

/** Sweeps for as long as its scope is open. */
export const layer = Layer.scopedDiscard(make)
