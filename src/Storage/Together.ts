/**
 * Statements that every call runs, sent together: those of one turn of the event loop, by statement. A busy process has
 * several of each in a turn, and the server then one transaction to commit; an idle one waits for nobody.
 */
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"
import * as Pg from "pg"
import { Batch } from "./Batch.ts"
import type { PooledClient } from "./ConnectionPool.ts"
import * as Prepared from "./Prepared.ts"

/** Runs in one batch at most. */
const mostRuns = 32

interface Waiting<E> {
  readonly query: Prepared.Query<Prepared.Value>
  readonly resume: (outcome: Effect.Effect<Prepared.Result, SqlError | E>) => void
}

/** Runs a statement together with others. Who waits, waits for `millis` at most; see `Prepared.awaited`. */
export type Together<E> = (
  query: Prepared.Query<Prepared.Value>
) => Effect.Effect<Prepared.Result, SqlError | E>

/** The statements of one client. */
export const make = <E>(client: PooledClient, { millis, onTimeout }: Prepared.Limit<E>): Together<E> => {
  /** By the statement's name. */
  const waiting = new Map<string, Array<Waiting<E>>>()

  const send = ([first, ...others]: ReadonlyArray<Waiting<E>>) => {
    if (first === undefined) return
    const runs = [first, ...others]
    const { name, text } = first.query
    const batch = new Batch(
      name,
      text,
      runs.map(({ query }) => query.values)
    )
    client.pool.query(batch, (cause: Error | null | undefined) => {
      // What the server refuses has undone the others' as well: which one it was, each finds out alone.
      if (cause instanceof Pg.DatabaseError && others.length > 0) {
        for (const run of runs) send([run])
        return
      }
      for (const [index, { resume }] of runs.entries()) {
        const result = batch.results[index]
        const isDone = !cause && result !== undefined
        resume(isDone ? Effect.succeed(result) : Effect.fail(Prepared.failed(cause)))
      }
    })
  }

  const flush = () => {
    const all = [...waiting.values()]
    waiting.clear()
    for (const runs of all) {
      for (let from = 0; from < runs.length; from += mostRuns) send(runs.slice(from, from + mostRuns))
    }
  }

  return (query) =>
    Prepared.awaited<SqlError | E>(client, query.text, (resume) => {
      const timer = setTimeout(() => resume(Effect.failSync(onTimeout)), millis)
      const run: Waiting<E> = {
        query,
        resume: (outcome) => {
          clearTimeout(timer)
          resume(outcome)
        }
      }
      if (waiting.size === 0) setImmediate(flush)
      const present = waiting.get(query.name)
      if (present === undefined) waiting.set(query.name, [run])
      else present.push(run)
    })
}
