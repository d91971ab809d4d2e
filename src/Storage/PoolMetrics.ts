/**
 * What is measured of a pool of database connections.
 */
import { Effect, Metric, Schedule } from "effect"
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

/** Shows a pool's figures every second, until the scope ends. */
export const watch = (pool: Pg.Pool, name: string) => {
  const [inUse, open, queue] = [used(name), idle(name), waiting(name)] as const
  return Effect.sync(() => {
    inUse.unsafeUpdate(pool.totalCount - pool.idleCount, [])
    open.unsafeUpdate(pool.idleCount, [])
    queue.unsafeUpdate(pool.waitingCount, [])
  }).pipe(Effect.repeat(Schedule.spaced("1 second")), Effect.forkScoped)
}
