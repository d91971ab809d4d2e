/**
 * Metrics of a pool of database connections.
 */
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as Schedule from "effect/Schedule"
import type * as Pg from "pg"

const of = (gauge: Metric.Metric.Gauge<number>) => (name: string) => Metric.tagged(gauge, "pool", name)

const used = of(
  Metric.gauge("almanac_database_connections_used", {
    description: "Connections of a pool that run a statement"
  })
)
const idle = of(
  Metric.gauge("almanac_database_connections_idle", {
    description: "Open connections of a pool that run nothing"
  })
)
const waiting = of(
  Metric.gauge("almanac_database_waiting", {
    description: "Statements that wait for a connection of a pool"
  })
)

/** Updates a pool's gauges every second until the scope ends. */
export const watch = (pool: Pg.Pool, name: string) => {
  const [inUse, open, queue] = [used(name), idle(name), waiting(name)] as const
  return Effect.suspend(() =>
    Effect.all(
      [
        Metric.set(inUse, pool.totalCount - pool.idleCount),
        Metric.set(open, pool.idleCount),
        Metric.set(queue, pool.waitingCount)
      ],
      { discard: true }
    )
  ).pipe(Effect.repeat(Schedule.spaced("1 second")), Effect.forkScoped)
}
