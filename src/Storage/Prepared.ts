/**
 * Single prepared statements: the server parses and plans each once per connection. `@effect/sql-pg` sends statements
 * unnamed and runs each in several fibres; this module calls the driver directly.
 */
import { SqlError } from "@effect/sql/SqlError"
import type { Statement } from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import type * as Pg from "pg"
import { span } from "../Runtime/Span.ts"
import type { PooledClient } from "./pool/ConnectionPool.ts"

/** A row, by the names of its columns. */
export type Row = Readonly<Record<string, unknown>>

/** The rows of a statement, and how many rows it returned or changed. */
export interface Result {
  readonly rows: ReadonlyArray<Row>
  readonly count: number
}

/** A statement with its values. `name` is its name on each connection. */
export interface Query<V = unknown> {
  readonly name: string
  readonly text: string
  readonly values: ReadonlyArray<V>
}

/** A value as it is sent. */
export type Value = string | Uint8Array | null

/** The names of statements by their texts: the driver requires one name per text. */
const names = new Map<string, string>()

const nameOf = (text: string): string => {
  const known = names.get(text)
  if (known !== undefined) return known
  const name = `almanac_${names.size}`
  names.set(text, name)
  return name
}

/** Makes a query of a statement that is compiled on every use. */
export const query = (statement: Statement<unknown>): Query => {
  const [text, values] = statement.compile()
  return { name: nameOf(text), text, values }
}

/** Stands for an argument in a compiled template. */
const placeholder = (name: string) => `\0${name}`

/**
 * A statement that is compiled once, for the statements of every call. `make` puts `place.x` where the argument `x`
 * belongs. An argument in several places is sent once.
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

/**
 * The attributes of a statement's span. Source: OpenTelemetry's conventions for database clients. The exporter names the
 * span by operation and table, as it does for the statements of `@effect/sql`.
 */
export const attributes = ({ config: { database, host, port = 5432 } }: PooledClient, text: string) => ({
  "db.system.name": "postgresql",
  "db.query.text": text.replace(/\s+/g, " ").trim(),
  ...(database === undefined ? {} : { "db.namespace": database }),
  ...(host === undefined ? {} : { "server.address": host, "server.port": port })
})

/** How long a statement may take. */
export interface Limit<E> {
  readonly millis: number
  readonly onTimeout: () => E
}

/** The outcome of a statement, from the arguments of the driver's callback. */
const outcome = (
  cause: Error | null | undefined,
  result: Pg.QueryResult<Row>
): Effect.Effect<Result, SqlError> =>
  cause
    ? Effect.fail(new SqlError({ cause, message: "the statement failed" }))
    : Effect.succeed({ rows: result.rows, count: result.rowCount ?? 0 })

/**
 * Runs a statement, in its span. The wait for it is uninterruptible, so that it is known what the statement wrote.
 * After a timeout the statement goes on alone, until it ends or its connection is closed.
 */
export const run = <E>(
  client: PooledClient,
  { name, text, values }: Query,
  { millis, onTimeout }: Limit<E>
): Effect.Effect<Result, SqlError | E> =>
  Effect.uninterruptible(
    Effect.async<Result, SqlError | E>((resume) => {
      const timer = setTimeout(() => resume(Effect.failSync(onTimeout)), millis)
      client.pool.query<Row>({ name, text, values: [...values] }, (cause, result) => {
        clearTimeout(timer)
        resume(outcome(cause, result))
      })
    })
  ).pipe(span("sql.execute", () => ({ kind: "client", attributes: attributes(client, text) })))
