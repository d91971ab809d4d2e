/**
 * The three writes of a sale on PostgreSQL, in their order: reserve the payment, store the answer, record the transfer. They
 * are most of what a sale asks of the database, so they are templates: named statements that differ in their values alone.
 */
import type * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Database } from "../../Storage/Database.ts"
import * as Prepared from "../../Storage/Prepared.ts"
import { maxExposure, maxOpenRuns, maxUncharged, unchargedWindow } from "../Limits.ts"
import * as Metrics from "../Metrics.ts"
import { columns } from "./answers/Statements.ts"
import { type Ledger, leaseDuration, maxReplays, ReserveResult, retention } from "./Ledger.ts"
import { decodeSold, idempotencyKeyTaken, transactionTaken } from "./SqlPayments.ts"
import * as SqlTime from "./SqlTime.ts"

const ReserveRow = Schema.Struct({
  reserved: Schema.Boolean,
  rejection: Schema.NullOr(
    Schema.Literal("RecentFailure", "UnchargedLimit", "InsufficientBalance", "AtLimit", "TransactionSent")
  ),
  /** Whole seconds. */
  retryAfter: Schema.NullOr(Schema.Number),
  reason: Schema.NullOr(Schema.String)
})

const decodeReserved = Schema.decodeUnknownSync(Schema.Tuple(ReserveRow))

const asResult = ({ rejection, reason, reserved, retryAfter }: typeof ReserveRow.Type): ReserveResult => {
  if (reserved) return ReserveResult.Reserved()
  switch (rejection) {
    case null:
      return ReserveResult.AlreadyReserved()
    case "AtLimit":
      return ReserveResult.AtLimit()
    case "InsufficientBalance":
      return ReserveResult.InsufficientBalance({ reason: reason ?? "" })
    case "RecentFailure":
      return ReserveResult.RecentFailure({ retryAfter: retryAfter ?? 1 })
    case "TransactionSent":
      return ReserveResult.TransactionSent()
    case "UnchargedLimit":
      return ReserveResult.UnchargedLimit({ retryAfter: retryAfter ?? 1 })
  }
}

/** The statements, with one placeholder for each value. */
const statements = (sql: SqlClient.SqlClient) => {
  const { interval, later, now } = SqlTime.make(sql)
  const limit = (value: number | bigint) => sql.literal(String(value))
  const reservationFields = [
    "network",
    "asset",
    "payer",
    "nonce",
    "attempt",
    "requestHash",
    "idempotencyKey",
    "capability",
    "amount",
    "payTo",
    "validBefore",
    "signature",
    "requestId"
  ] as const
  return {
    /** Reserves, unless the payment or its idempotency key is taken or a limit is reached (`ReserveFunction`). */
    reserve: Prepared.template(
      reservationFields,
      (the) => sql`
        SELECT reserved, rejection, reason, retry_after AS "retryAfter" FROM almanac_reserve_payment(
          ${the.network}, ${the.asset}, ${the.payer}, ${the.nonce}, ${the.attempt}, ${the.requestHash},
          ${the.idempotencyKey}, ${the.capability}, ${the.amount}::numeric, ${the.payTo}, ${the.validBefore}::numeric,
          ${the.signature}, ${the.requestId},
          ${interval(leaseDuration)}, ${interval(unchargedWindow)}, ${limit(maxExposure)}, ${limit(maxOpenRuns)},
          ${limit(maxUncharged)}, ${limit(maxReplays)}, ${interval(retention)})`
    ),

    /** Stores the answer of a payment that a run has reserved, and so makes it `settling`. */
    settling: Prepared.template(
      ["network", "asset", "payer", "nonce", "attempt", "body", "headers", "hash", "payload", "facilitator"],
      (the) => sql`
        WITH answered AS (
          UPDATE payments SET state = 'settling', lease_until = ${later(leaseDuration)}, answered_at = ${now},
            response_hash = ${the.hash}, facilitator = ${the.facilitator}, replays = 0
          WHERE network = ${the.network} AND asset = ${the.asset} AND payer = ${the.payer} AND nonce = ${the.nonce}
            AND attempt = ${the.attempt} AND state = 'reserved'
          RETURNING ${columns(sql)}
        )
        INSERT INTO answers (network, asset, payer, nonce, stored_at, body, headers, payload)
        SELECT ${columns(sql)}, ${the.body}::bytea, ${the.headers}::text, ${the.payload}::text FROM answered`
    ),

    /** Records the transaction of a payment, and so makes it `settled`. */
    settled: Prepared.template(
      ["network", "asset", "payer", "nonce", "transaction", "owns"],
      (the) => sql`
        UPDATE payments SET state = 'settled', settled_at = ${now},
          transaction = ${the.transaction}, owns_transaction = ${the.owns}::boolean, reason = NULL
        WHERE network = ${the.network} AND asset = ${the.asset} AND payer = ${the.payer} AND nonce = ${the.nonce}
          AND state IN ('settling', 'unknown') RETURNING capability, amount::text AS amount`
    )
  }
}

/** The three operations of the ledger. */
export const make = (
  sql: SqlClient.SqlClient,
  { run }: Pick<Database["Type"], "run">
): Pick<Ledger["Type"], "reserve" | "settling" | "settled"> => {
  const { reserve, settled, settling } = statements(sql)
  return {
    reserve: ({ idempotencyKey, key, ...reservation }) =>
      run(reserve({ ...key, ...reservation, idempotencyKey: Option.getOrNull(idempotencyKey) })).pipe(
        Effect.map(({ rows }) => {
          const result = asResult(decodeReserved(rows)[0])
          if (result._tag === "Reserved") Metrics.count("reserved")
          return result
        }),
        Effect.catchSomeDefect(idempotencyKeyTaken(Effect.succeed(ReserveResult.AlreadyReserved())))
      ),

    settling: (key, attempt, { body, hash, headers }, payload, facilitator = null) =>
      Effect.map(
        run(
          settling({ ...key, attempt, body, headers: JSON.stringify(headers), hash, payload, facilitator })
        ),
        ({ count }) => {
          Metrics.count("settling", count)
          return count === 1
        }
      ),

    settled: (key, transaction, by = "receipt") => {
      const write = (owns: boolean) =>
        Effect.map(run(settled({ ...key, transaction, owns: String(owns) })), ({ rows }) => {
          for (const { amount, capability } of decodeSold(rows)) Metrics.earned(capability, amount)
          Metrics.count("settled", rows.length)
          return true
        })
      const otherwise = by === "chain" ? write(false) : Effect.succeed(false)
      return Effect.catchSomeDefect(write(true), transactionTaken(otherwise))
    }
  }
}
