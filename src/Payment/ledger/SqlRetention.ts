/**
 * The statements of `Retention`. Each holds the locks of its rows for some milliseconds.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { atPresent, before } from "../../Runtime/Clock.ts"
import { Database } from "../../Storage/Database.ts"
import { longestMemory } from "../Limits.ts"
import { retention } from "./Ledger.ts"
import { Retention, releasedRetention } from "./Retention.ts"

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database

  const length = Effect.map((rows: ReadonlyArray<object>) => rows.length)

  return Retention.of({
    dropResponses: (limit) =>
      atPresent((now) =>
        database.use(sql`
      UPDATE payments SET response = NULL, response_headers = NULL, payload = '', payment_id = NULL
      WHERE (network, asset, payer, nonce) IN (
        SELECT network, asset, payer, nonce FROM payments
        WHERE settled_at <= ${before(now, retention)} AND response IS NOT NULL
        ORDER BY settled_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
      RETURNING 1 AS one`)
      ).pipe(length),

    deleteReleased: (limit) =>
      atPresent((now) =>
        database.use(sql`
      DELETE FROM payments WHERE (network, asset, payer, nonce) IN (
        SELECT network, asset, payer, nonce FROM payments
        WHERE state = 'released' AND created_at <= ${before(now, releasedRetention)}
        ORDER BY created_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
      RETURNING 1 AS one`)
      ).pipe(length),

    forgetPayers: (limit) =>
      atPresent((now) =>
        database.use(sql`
      DELETE FROM payers WHERE payer IN (
        SELECT payer FROM payers WHERE changed_at < ${before(now, longestMemory)}
        ORDER BY changed_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
      RETURNING 1 AS one`)
      ).pipe(length)
  })
})

/** In the process's database. */
export const layer = Layer.effect(Retention, make)
