/**
 * Single statements, prepared once for each connection: the server parses and plans them once. `@effect/sql-pg` sends
 * them unnamed, and each through several fibres; this goes straight to the driver.
 */
import { SqlError } from "@effect/sql/SqlError"
import type { Statement } from "@effect/sql/Statement"
import { Effect } from "effect"
import type * as Pg from "pg"
import { withTracing } from "../Runtime/Fibers.ts"
import type { PooledClient } from "./ConnectionPool.ts"

/** A row as the driver reads it, by the names of its columns. */
export type Row = Readonly<Record<string, unknown>>

/** What a statement gave back: its rows, and how many it returned or changed. */
export interface Result {
  readonly rows: ReadonlyArray<Row>
  readonly count: number
}

/** A statement with its values, under the name that each connection knows it by. */
export interface Query<V = unknown> {
  readonly name: string
  readonly text: string
  readonly values: ReadonlyArray<V>
}

/** A value as it goes over the wire; bytes as they are. */
export type Value = string | Uint8Array | null

/** By their texts. The driver wants one name for one text. */
const names = new Map<string, string>()

const nameOf = (text: string): string => {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = `almanac_${names.size}`
  names.set(text, name)
  return name
}

/** A statement that is made anew each time. */
export const query = (statement: Statement<unknown>): Query => {
  const [text, values] = statement.compile()
  return { name: nameOf(text), text, values }
}

/** A value that stands for the argument of a name, until there is one. */
const placeholder = (name: string) => `\0${name}`

/**
 * A statement whose text is made once, for those that are run at every call. `make` puts `place.x` where the argument
 * `x` belongs; one that is put in several places is sent once.
 */
export const template = <const Name extends string>(
  names: ReadonlyArray<Name>,
  make: (place: Readonly<Record<Name, string>>) => Statement<unknown>
): ((values: Readonly<Record<Name, Value>>) => Query<Value>) => {
  const places = Object.fromEntries(names.map((name) => [name, placeholder(name)]))
  const [compiled, used] = make(places as Record<Name, string>).compile()
  const numberOf = (value: unknown): number => {
    const index = names.findIndex((name) => placeholder(name) === value)
    if (index === -1) throw new Error(`a value without a name in a statement's template: ${String(value)}`)
    return index + 1
  }
  const text = compiled.replace(/\$(\d+)/g, (_, at: string) => `$${numberOf(used[Number(at) - 1])}`)
  const name = nameOf(text)
  return (values) => ({ name, text, values: names.map((name) => values[name]) })
}

/** What a span tells of a statement of a client. Source: OpenTelemetry's conventions for database clients. */
export const attributes = ({ config: { database, host, port = 5432 } }: PooledClient, text: string) => ({
  "db.system.name": "postgresql",
  "db.operation.name": /\w+/.exec(text)?.[0].toUpperCase() ?? "",
  "db.query.text": text.replace(/\s+/g, " ").trim(),
  ...(database === undefined ? {} : { "db.namespace": database }),
  ...(host === undefined ? {} : { "server.address": host, "server.port": port })
})

/** How long a statement may take. */
export interface Limit<E> {
  readonly millis: number
  readonly onTimeout: () => E
}

/** A statement that the driver, or the server, has failed. */
export const failed = (cause: unknown) => new SqlError({ cause, message: "the statement failed" })

/** How a statement ended, from what the driver calls back with. */
export const outcome = (
  cause: Error | null | undefined,
  result: Pg.QueryResult<Row>
): Effect.Effect<Result, SqlError> =>
  cause ? Effect.fail(failed(cause)) : Effect.succeed({ rows: result.rows, count: result.rowCount ?? 0 })

/**
 * Waits for a statement, in its span. It is never interrupted: what it wrote would be unknown. When the time is over it
 * goes on alone, until it ends or its connection is given up.
 */
export const awaited = <E>(
  client: PooledClient,
  text: string,
  begin: (resume: (outcome: Effect.Effect<Result, E>) => void) => void
): Effect.Effect<Result, E> =>
  withTracing((isTracing) => {
    const asked = Effect.uninterruptible(Effect.async<Result, E>(begin))
    return isTracing
      ? Effect.withSpan(asked, "sql.execute", {
          kind: "client",
          captureStackTrace: false,
          attributes: attributes(client, text)
        })
      : asked
  })

/** Runs a statement alone. */
export const run = <E>(
  client: PooledClient,
  { name, text, values }: Query,
  { millis, onTimeout }: Limit<E>
): Effect.Effect<Result, SqlError | E> =>
  awaited<SqlError | E>(client, text, (resume) => {
    const timer = setTimeout(() => resume(Effect.failSync(onTimeout)), millis)
    client.pool.query<Row>({ name, text, values: [...values] }, (cause, result) => {
      clearTimeout(timer)
      resume(outcome(cause, result))
    })
  })
