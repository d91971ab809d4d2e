/**
 * The columns of an `Entry`, for statements that find payments.
 */
import type * as SqlClient from "@effect/sql/SqlClient"
import * as Schema from "effect/Schema"
import { Entry } from "./Ledger.ts"

/** By their names in an `Entry`. */
export const entryColumns = (sql: SqlClient.SqlClient) => sql`network, asset, payer, nonce, state,
  request_hash AS "requestHash", request_id AS "requestId", signature, payment_id AS "paymentId",
  lease_until >= almanac_now() AS "isLeased", settled_at AS "settledAt", replays, transaction, amount::text AS amount`

/** Reads rows of these columns. */
export const decodeEntries = Schema.decodeUnknown(Schema.Array(Entry))
