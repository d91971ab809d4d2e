/**
 * Sends the statements of one tick of the event loop together: equal statements go over one connection in one write
 * (the driver's pipelining). The server runs each as a transaction of its own, so none holds a lock that another
 * waits for. A busy process has several of each statement in a tick; in an idle one no statement waits.
 */
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import type * as Pg from "pg"
import type { PooledClient } from "./ConnectionPool.ts"
import * as Prepared from "./Prepared.ts"

/** The most statements in one write: each waits for those before it, while other connections are free. */
const maxPipelined = 8

interface Run<E> {
  readonly query: Prepared.Query<Prepared.Value>
  readonly end: (outcome: Effect.Effect<Prepared.Result, SqlError | E>) => void
  /** Whether the caller still waits. A statement is not sent after its timeout. */
  isAwaited: boolean
}

/** Runs a statement together with others. The caller waits for at most `millis`; see `Prepared.awaited`. */
export type PipelinedStatements<E> = (
  query: Prepared.Query<Prepared.Value>
) => Effect.Effect<Prepared.Result, SqlError | E>

/** A lost connection fails each of its statements, so its own error event needs no handling. */
const ignore = () => {}

/** Sends runs over a connection. It returns to the pool when the last has ended, or is closed after an error. */
const sendOver = <E>(client: Pg.PoolClient, runs: ReadonlyArray<Run<E>>) => {
  if (runs.length === 0) return client.release()
  const { stream } = client.connection
  let left = runs.length
  let failure: Error | undefined
  const release = () => {
    client.removeListener("error", ignore)
    client.release(failure)
  }
  client.on("error", ignore)
  stream.cork()
  for (const { end, query } of runs) {
    const { name, text, values } = query
    client.query<Prepared.Row>({ name, text, values: [...values] }, (cause, result) => {
      end(Prepared.outcome(cause, result))
      failure ??= cause ?? undefined
      left -= 1
      if (left === 0) release()
    })
  }
  stream.uncork()
}

/** Pipelines the statements of a client. */
export const make = <E>(
  client: PooledClient,
  { millis, onTimeout }: Prepared.Limit<E>
): PipelinedStatements<E> => {
  /** Runs by the name of their statement. */
  const waiting = new Map<string, Array<Run<E>>>()

  const send = (runs: ReadonlyArray<Run<E>>) =>
    client.pool.connect((cause, connected) => {
      const awaited = runs.filter(({ isAwaited }) => isAwaited)
      if (connected !== undefined) sendOver(connected, awaited)
      else for (const { end } of awaited) end(Effect.fail(Prepared.failed(cause)))
    })

  const flush = () => {
    const all = [...waiting.values()]
    waiting.clear()
    for (const runs of all) {
      for (let from = 0; from < runs.length; from += maxPipelined) send(runs.slice(from, from + maxPipelined))
    }
  }

  return (query) =>
    Prepared.awaited<SqlError | E>(client, query.text, (resume) => {
      const run: Run<E> = {
        query,
        isAwaited: true,
        end: (outcome) => {
          clearTimeout(timer)
          run.isAwaited = false
          resume(outcome)
        }
      }
      const timer = setTimeout(() => run.end(Effect.failSync(onTimeout)), millis)
      if (waiting.size === 0) setImmediate(flush)
      const present = waiting.get(query.name)
      if (present === undefined) waiting.set(query.name, [run])
      else present.push(run)
    })
}
