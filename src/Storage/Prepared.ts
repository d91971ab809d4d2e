/**
 * Single statements, prepared once for each connection: the server parses and plans them once. `@effect/sql-pg` sends
 * them unnamed, and each through several fibres; this goes straight to the driver.
 */
import { SqlError } from "@effect/sql/SqlError"
import type { Statement } from "@effect/sql/Statement"
import { Effect, FiberRef } from "effect"
import type { PooledClient } from "./ConnectionPool.ts"

/** A row as the driver gives it. */
export type Row = Readonly<Record<string, unknown>>

/** By their texts. The driver wants one name for one text. */
const names = new Map<string, string>()

const nameOf = (text: string): string => {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = `almanac_${names.size}`
  names.set(text, name)
  return name
}

/** What a span tells of a statement of a client. Source: OpenTelemetry's conventions for database clients. */
export const attributes = ({ config: { database, host, port = 5432 } }: PooledClient, text: string) => ({
  "db.system.name": "postgresql",
  "db.operation.name": /\w+/.exec(text)?.[0].toUpperCase() ?? "",
  "db.query.text": text.replace(/\s+/g, " ").trim(),
  ...(database === undefined ? {} : { "db.namespace": database }),
  ...(host === undefined ? {} : { "server.address": host, "server.port": port })
})

/**
 * Runs a statement for `millis` at most. It is never interrupted: what it wrote would be unknown. When the time is over
 * it goes on alone, until it ends or its connection is given up.
 */
export const run = <E>(
  client: PooledClient,
  statement: Statement<unknown>,
  { millis, onTimeout }: { readonly millis: number; readonly onTimeout: () => E }
): Effect.Effect<ReadonlyArray<Row>, SqlError | E> =>
  Effect.flatMap(FiberRef.get(FiberRef.currentTracerEnabled), (traced) => {
    const [text, values] = statement.compile()
    const asked = Effect.async<ReadonlyArray<Row>, SqlError | E>((resume) => {
      const timer = setTimeout(() => resume(Effect.failSync(onTimeout)), millis)
      client.pool.query<Row>({ name: nameOf(text), text, values: [...values] }, (cause, result) => {
        clearTimeout(timer)
        resume(cause ? new SqlError({ cause, message: "the statement failed" }) : Effect.succeed(result.rows))
      })
    })
    return Effect.uninterruptible(
      traced
        ? Effect.withSpan(asked, "sql.execute", {
            kind: "client",
            captureStackTrace: false,
            attributes: attributes(client, text)
          })
        : asked
    )
  })
