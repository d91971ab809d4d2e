/**
 * A look into a ledger's tables, past its operations: in memory or in a database. For what a test must see or break.
 */
import { SqlClient } from "@effect/sql"
import { Context, Deferred, Effect, Fiber, Layer, Order } from "effect"
import { isOf } from "../../src/Payment/ledger/answers/Statements.ts"
import { nameOf } from "../../src/Payment/ledger/Ledger.ts"
import { clean, type PayerHistory } from "../../src/Payment/ledger/memory/PayerHistory.ts"
import type { PaymentRow } from "../../src/Payment/ledger/memory/PaymentRow.ts"
import type { Tables } from "../../src/Payment/ledger/memory/Tables.ts"
import * as TestDatabase from "./TestDatabase.ts"

/** What a test may do to a payment that no operation of the ledger does. */
export type Change = Partial<
  Pick<PaymentRow, "attempt" | "createdAt" | "leaseUntil" | "state" | "validBefore"> & {
    readonly response: null
  }
>

/** The rows of a ledger. */
export class LedgerTable extends Context.Tag("test/LedgerTable")<
  LedgerTable,
  {
    /** In the order of their nonces. */
    readonly payments: Effect.Effect<ReadonlyArray<PaymentRow>>
    /** In the order of the payers. */
    readonly payers: Effect.Effect<ReadonlyArray<readonly [payer: string, history: PayerHistory]>>
    readonly change: (nonce: string, change: Change) => Effect.Effect<void>
    readonly clear: Effect.Effect<void>
    /**
     * Holds all writes of payments back, so that operations meet that would else end one after the other; gives the
     * effect that lets them go on. Where there is but one connection, nothing is held back.
     */
    readonly holdWrites: Effect.Effect<Effect.Effect<void>>
  }
>() {}

const byNonce = Order.mapInput(Order.string, (row: PaymentRow) => `${row.nonce} ${nameOf(row)}`)
const byPayer = Order.mapInput(Order.string, ([payer]: readonly [string, PayerHistory]) => payer)

/** The tables of an in-memory ledger. */
export const inMemory = ({ aliases, payers, payments }: Tables): Layer.Layer<LedgerTable> =>
  Layer.succeed(LedgerTable, {
    payments: Effect.sync(() => [...payments.values()].toSorted(byNonce)),
    payers: Effect.sync(() => [...payers].toSorted(byPayer)),
    change: (nonce, change) =>
      Effect.sync(() => {
        for (const [id, row] of payments) if (row.nonce === nonce) payments.set(id, { ...row, ...change })
      }),
    clear: Effect.sync(() => {
      payments.clear()
      aliases.clear()
      payers.clear()
    }),
    holdWrites: Effect.succeed(Effect.void)
  })

interface SqlPayment
  extends Omit<PaymentRow, "createdAt" | "failedAt" | "leaseUntil" | "receiptAt" | "response" | "settledAt"> {
  readonly receiptAt: Date | null
  readonly createdAt: Date
  readonly failedAt: Date | null
  readonly leaseUntil: Date
  readonly settledAt: Date | null
  readonly body: Uint8Array | null
  readonly headers: string | null
}

interface SqlPayer {
  readonly payer: string
  readonly uncharged: number
  readonly unchargedSince: Date | null
  readonly refusedUntil: Date | null
  readonly insufficientUntil: Date | null
  readonly insufficientAmount: string | null
  readonly insufficientReason: string | null
  readonly changedAt: Date
}

const asRow = ({ body, headers, ...row }: SqlPayment): PaymentRow => ({
  ...row,
  createdAt: row.createdAt.getTime(),
  leaseUntil: row.leaseUntil.getTime(),
  settledAt: row.settledAt?.getTime() ?? null,
  receiptAt: row.receiptAt?.getTime() ?? null,
  failedAt: row.failedAt?.getTime() ?? null,
  response: body === null ? null : { body: new Uint8Array(body), headers: JSON.parse(headers ?? "") }
})

const asHistory = ({ payer, ...row }: SqlPayer): readonly [string, PayerHistory] => [
  payer,
  {
    uncharged: row.uncharged,
    unchargedSince: row.unchargedSince?.getTime() ?? clean.unchargedSince,
    refusedUntil: row.refusedUntil?.getTime() ?? clean.refusedUntil,
    insufficientUntil: row.insufficientUntil?.getTime() ?? clean.insufficientUntil,
    insufficientAmount: BigInt(row.insufficientAmount ?? clean.insufficientAmount),
    insufficientReason: row.insufficientReason ?? clean.insufficientReason,
    changedAt: row.changedAt.getTime()
  }
]

/** The service's connections are used: one that it has just given up, as its clock was put forward, is no fault. */
const surely = <A, E>(statement: Effect.Effect<A, E>): Effect.Effect<A> =>
  Effect.orDie(Effect.retry(statement, { times: 5 }))

/** Dies of an answer that no payment names: whoever gives a payment up deletes its answer. */
const noneAlone = (sql: SqlClient.SqlClient) =>
  Effect.filterOrDieMessage(
    sql`SELECT nonce FROM answers WHERE NOT EXISTS (SELECT 1 FROM payments WHERE ${isOf(sql, "payments")})`,
    (rows) => rows.length === 0,
    "an answer without its payment"
  )

/** The tables of `SqlLedger`. */
export const inDatabase: Layer.Layer<LedgerTable, never, SqlClient.SqlClient> = Layer.effect(
  LedgerTable,
  Effect.map(SqlClient.SqlClient, (sql) => ({
    payments: sql<SqlPayment>`
      SELECT payments.network, payments.asset, payments.payer, payments.nonce, attempt, state, lease_until AS "leaseUntil",
        request_hash AS "requestHash", payment_id AS "idempotencyKey", capability, amount::text AS amount,
        pay_to AS "payTo", valid_before::text AS "validBefore", signature, COALESCE(payload, '') AS payload, request_id AS "requestId",
        body, headers, response_hash AS "responseHash", transaction, reason, replays,
        owns_transaction AS "ownsTransaction", receipt_at AS "receiptAt",
        looks AS "timesTaken", nonce_used AS "nonceUsed", created_at AS "createdAt", settled_at AS "settledAt",
        failed_at AS "failedAt", facilitator
      FROM payments LEFT JOIN answers ON ${isOf(sql, "payments")}`.pipe(
      Effect.map((rows) => rows.map(asRow).toSorted(byNonce)),
      Effect.zipLeft(noneAlone(sql)),
      surely
    ),
    payers: sql<SqlPayer>`
      SELECT payer, uncharged, uncharged_since AS "unchargedSince", refused_until AS "refusedUntil",
        short_until AS "insufficientUntil", short_amount::text AS "insufficientAmount",
        short_reason AS "insufficientReason", changed_at AS "changedAt"
      FROM payers`.pipe(
      Effect.map((rows) => rows.map(asHistory).toSorted(byPayer)),
      surely
    ),
    change: (nonce, { attempt = null, createdAt, leaseUntil, response, state = null, validBefore = null }) =>
      sql`UPDATE payments SET state = COALESCE(${state}::text, state), attempt = COALESCE(${attempt}::text, attempt),
        lease_until = COALESCE(${leaseUntil === undefined ? null : new Date(leaseUntil)}::timestamptz, lease_until),
        created_at = COALESCE(${createdAt === undefined ? null : new Date(createdAt)}::timestamptz, created_at),
        valid_before = COALESCE(${validBefore}::numeric, valid_before),
        answered_at = CASE WHEN ${response === null}::boolean THEN NULL ELSE answered_at END
        WHERE nonce = ${nonce}`.pipe(
        Effect.zipRight(
          Effect.when(sql`DELETE FROM answers WHERE nonce = ${nonce}`, () => response === null)
        ),
        surely,
        Effect.asVoid
      ),
    clear: Effect.forEach(["payments", "answers", "payers"], (table) => sql`DELETE FROM ${sql(table)}`).pipe(
      surely,
      Effect.asVoid
    ),
    holdWrites: TestDatabase.isServer
      ? Effect.gen(function* () {
          const [held, go] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
          const lock = sql`LOCK TABLE payments IN SHARE MODE`
          const holding = yield* Effect.forkDaemon(
            sql.withTransaction(Effect.all([lock, Deferred.succeed(held, undefined), Deferred.await(go)]))
          )
          yield* Deferred.await(held)
          return Effect.zipRight(Deferred.succeed(go, undefined), Effect.orDie(Fiber.join(holding)))
        })
      : Effect.succeed(Effect.void)
  }))
)
