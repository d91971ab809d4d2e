/**
 * The statements of `Retention`. Each holds the locks of its rows for some milliseconds.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import type { Fragment } from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Database } from "../../Storage/Database.ts"
import { longestMemory } from "../Limits.ts"
import * as Answers from "./answers/Statements.ts"
import { keepCounts } from "./books/KeepCounts.ts"
import { retention } from "./Ledger.ts"
import { failedRetention, Retention, releasedRetention, unknownRetention } from "./Retention.ts"
import * as SqlTime from "./SqlTime.ts"

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  const { before, now } = SqlTime.make(sql)

  const length = Effect.map((rows: ReadonlyArray<object>) => rows.length)

  /**
   * The first `limit` payments that meet a condition, in the order of a moment. As a subquery they could be looked for
   * more than once, and be more than `limit`.
   */
  const oldest = (condition: Fragment, moment: Fragment, limit: number) => sql`
    oldest AS MATERIALIZED (
      SELECT ${Answers.columns(sql)} FROM payments
      WHERE ${condition} ORDER BY ${moment} LIMIT ${limit} FOR UPDATE SKIP LOCKED)`
  const isOldest = sql`(payments.network, payments.asset, payments.payer, payments.nonce) =
    (oldest.network, oldest.asset, oldest.payer, oldest.nonce)`

  const deleteOldest = (condition: Fragment, moment: Fragment) => (limit: number) =>
    database
      .use(sql`
        WITH ${oldest(condition, moment, limit)},
        removed AS (DELETE FROM payments USING oldest WHERE ${isOldest} RETURNING payments.*),
        forgotten AS (${Answers.deleted(sql, "removed")}),
        kept AS (${keepCounts(sql, "removed")})
        SELECT 1 AS one FROM removed`)
      .pipe(length)

  const createdAt = sql`created_at`
  const settledAt = sql`settled_at`
  // A replica of an older version writes no `failed_at`.
  const failedAt = sql`COALESCE(failed_at, created_at)`

  return Retention.of({
    dropResponses: (limit) =>
      database
        .use(sql`
          WITH ${oldest(sql`settled_at <= ${before(retention)} AND answered_at IS NOT NULL`, settledAt, limit)},
          dropped AS (
            UPDATE payments SET answered_at = NULL, payment_id = NULL FROM oldest WHERE ${isOldest}
            RETURNING payments.network, payments.asset, payments.payer, payments.nonce
          ), answer AS (${Answers.deleted(sql, "oldest")}),
          forgotten AS (
            DELETE FROM payment_aliases AS alias USING dropped WHERE alias.network = dropped.network
              AND alias.asset = dropped.asset AND alias.payer = dropped.payer AND alias.nonce = dropped.nonce
          )
          SELECT 1 AS one FROM dropped`)
        .pipe(length),

    deleteReleased: deleteOldest(
      sql`state = 'released' AND created_at <= ${before(releasedRetention)}`,
      createdAt
    ),

    deleteFailed: deleteOldest(sql`state = 'failed' AND ${failedAt} <= ${before(failedRetention)}`, failedAt),

    giveUpUnknown: deleteOldest(
      sql`state = 'unknown' AND created_at <= ${before(unknownRetention)} AND lease_until < ${now}`,
      createdAt
    ),

    forgetPayers: (limit) =>
      database
        .use(sql`
          WITH oldest AS MATERIALIZED (
            SELECT payer FROM payers WHERE changed_at < ${before(longestMemory)}
            ORDER BY changed_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
          DELETE FROM payers USING oldest WHERE payers.payer = oldest.payer RETURNING 1 AS one`)
        .pipe(length)
  })
})

/** In the process's database. */
export const layer = Layer.effect(Retention, make)
