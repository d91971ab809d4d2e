/**
 * The table of pauses, and the statements of `PauseStore`.
 */
import * as SqlClient from "@effect/sql/SqlClient"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { Pause } from "../../Pauses.ts"
import { Database } from "../../Storage/Database.ts"
import { PauseStore } from "./PauseStore.ts"

/** The table. */
export const createTable = (sql: SqlClient.SqlClient) => sql`
  CREATE TABLE pauses (
    kind text NOT NULL CHECK (kind IN ('capability', 'provider')),
    name text NOT NULL,
    reason text NOT NULL,
    retry_after integer NOT NULL,
    since timestamptz NOT NULL,
    PRIMARY KEY (kind, name)
  )`

const decode = Schema.decodeUnknown(Schema.Array(Pause))

/** The pauses in the process's database. */
export const layer = Layer.effect(
  PauseStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { use } = yield* Database
    return {
      all: use(
        sql`SELECT kind, name, reason, retry_after AS "retryAfter", since FROM pauses ORDER BY since, kind, name`
      ).pipe(Effect.flatMap((rows) => Effect.orDie(decode(rows)))),
      begin: ({ kind, name, reason, retryAfter }) =>
        Effect.asVoid(
          use(sql`
            INSERT INTO pauses (kind, name, reason, retry_after, since)
            VALUES (${kind}, ${name}, ${reason}, ${retryAfter}, almanac_now())
            ON CONFLICT (kind, name) DO UPDATE SET reason = excluded.reason, retry_after = excluded.retry_after`)
        ),
      end: (kind, name) =>
        Effect.map(
          use(sql`DELETE FROM pauses WHERE kind = ${kind} AND name = ${name} RETURNING name`),
          (rows) => rows.length > 0
        )
    }
  })
)
