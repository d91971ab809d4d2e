/**
 * The two writes of a settlement: the answer is stored before the money moves, the transfer is recorded after it. They are
 * templates, compiled once for the statements of every call.
 */
import type * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { PaymentState } from "../../Resources/PaymentStatus.ts"
import type { Database } from "../../Storage/Database.ts"
import * as Prepared from "../../Storage/Prepared.ts"
import * as Metrics from "../Metrics.ts"
import { hashOf } from "../Trace.ts"
import { columns } from "./answers/Statements.ts"
import { type Ledger, leaseDuration, type PaymentKey } from "./Ledger.ts"
import { countEarned, transactionTaken } from "./SqlPayments.ts"
import * as SqlTime from "./SqlTime.ts"

/** The statements, with one placeholder for each value. */
const statements = (sql: SqlClient.SqlClient) => {
  const { later, now } = SqlTime.make(sql)
  return {
    /** Stores the answer of a payment that an attempt has reserved, and so makes it `settling`. */
    storeAnswer: Prepared.template(
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
    recordTransfer: Prepared.template(
      ["network", "asset", "payer", "nonce", "transaction", "owns"],
      (the) => sql`
        UPDATE payments SET state = 'settled', settled_at = ${now},
          transaction = ${the.transaction}, owns_transaction = ${the.owns}::boolean, reason = NULL
        WHERE network = ${the.network} AND asset = ${the.asset} AND payer = ${the.payer} AND nonce = ${the.nonce}
          AND state IN ('settling', 'unknown') RETURNING capability, amount::text AS amount`
    ),

    /** The state of a payment. */
    stateOf: Prepared.template(
      ["network", "asset", "payer", "nonce"],
      (the) => sql`
        SELECT state FROM payments
        WHERE network = ${the.network} AND asset = ${the.asset} AND payer = ${the.payer} AND nonce = ${the.nonce}`
    )
  }
}

const decodeStates = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ state: PaymentState })))

/** The two operations of the ledger. */
export const make = (
  sql: SqlClient.SqlClient,
  { run }: Pick<Database["Type"], "run">
): Pick<Ledger["Type"], "storeAnswer" | "recordTransfer"> => {
  const { recordTransfer, stateOf, storeAnswer } = statements(sql)

  /** There was nothing left to record: tells the operator of money that has come and is in no sum of the ledger. */
  const tellUncounted = (key: PaymentKey, transaction: string) =>
    Effect.flatMap(run(stateOf({ ...key })), ({ rows }) => {
      const state = decodeStates(rows)[0]?.state
      return state === "settled" || state === "presumed_settled"
        ? Effect.void
        : Effect.logError(
            `a payment was settled that the ledger ${state === undefined ? "does not have" : `has as ${state}`}`
          ).pipe(Effect.annotateLogs({ payment: hashOf(key), transaction }))
    }).pipe(Effect.ignore)

  return {
    storeAnswer: (key, attempt, { body, hash, headers }, payload, facilitator = null) =>
      Effect.map(
        run(
          storeAnswer({ ...key, attempt, body, headers: JSON.stringify(headers), hash, payload, facilitator })
        ),
        ({ count }) => {
          Metrics.count("settling", count)
          return count === 1
        }
      ),

    recordTransfer: (key, transaction, by = "receipt") => {
      const write = (owns: boolean) =>
        Effect.flatMap(run(recordTransfer({ ...key, transaction, owns: String(owns) })), ({ rows }) => {
          countEarned(rows)
          Metrics.count("settled", rows.length)
          return Effect.as(rows.length === 0 ? tellUncounted(key, transaction) : Effect.void, true)
        })
      const otherwise = by === "chain" ? write(false) : Effect.succeed(false)
      return Effect.catchSomeDefect(write(true), transactionTaken(otherwise))
    }
  }
}
