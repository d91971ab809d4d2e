/**
 * Statements that every call runs, sent together: those of one turn of the event loop, by statement, over one connection
 * and in one piece (the driver's pipelining). To the server each is a transaction of its own, and none holds what
 * another waits for. A busy process has several of each in a turn; an idle one waits for nobody.
 */
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import type * as Pg from "pg"
import type { PooledClient } from "./ConnectionPool.ts"
import * as Prepared from "./Prepared.ts"

/** Runs over one connection at most: each waits for those before it, and other connections have room. */
const mostRuns = 8

interface Run<E> {
  readonly query: Prepared.Query<Prepared.Value>
  readonly end: (outcome: Effect.Effect<Prepared.Result, SqlError | E>) => void
  /** Not once its time is over: what has not been sent by then never is. */
  isAwaited: boolean
}

/** Runs a statement together with others. Who waits, waits for `millis` at most; see `Prepared.awaited`. */
export type PipelinedStatements<E> = (
  query: Prepared.Query<Prepared.Value>
) => Effect.Effect<Prepared.Result, SqlError | E>

/** A lost connection fails each of its statements, which tell it. */
const ignore = () => {}

/** Sends runs over a connection, which goes back to the pool when the last has ended, and out of it after an error. */
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

/** The statements of one client. */
export const make = <E>(
  client: PooledClient,
  { millis, onTimeout }: Prepared.Limit<E>
): PipelinedStatements<E> => {
  /** By the statement's name. */
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
      for (let from = 0; from < runs.length; from += mostRuns) send(runs.slice(from, from + mostRuns))
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
