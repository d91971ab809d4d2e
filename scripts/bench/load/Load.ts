/**
 * Load on a server, driven by autocannon: kept-alive connections with one call at a time each. A load is a number of
 * calls and ends when all are answered: one that is cut off costs the server and counts for nothing.
 */
import autocannon from "autocannon"
import { Effect } from "effect"
import { type BenchFailure, because } from "../Failure.ts"
import type { Sample } from "../servers/Child.ts"
import type { Server } from "../servers/Servers.ts"
import type { Call } from "./Call.ts"

/** What to send: the same call again and again, or one after another. */
export type Calls = Call | (() => Call)

/** A load. */
export interface Order {
  readonly calls: Calls
  readonly count: number
  readonly connections: number
  /** Calls a second, over all connections; as many as go when left out. */
  readonly rate?: number
}

/** What the clients saw. */
export interface Answers {
  /** How often each status was answered. */
  readonly statuses: ReadonlyMap<number, number>
  readonly latenciesMs: ReadonlyArray<number>
  /** From the first call to the last answer. */
  readonly seconds: number
  /** Calls without an answer. */
  readonly lost: number
}

/** And what it cost the server: processor time over the load, and its state after it. */
export interface Outcome extends Answers {
  readonly cpuMs: number
  readonly after: Sample
}

/** autocannon writes the body's length into the headers that it is given. */
const fresh = (call: Call) => ({ ...call, headers: { ...call.headers } })

const drive = (url: string, { calls, count, connections, rate }: Order) =>
  Effect.async<Answers, BenchFailure>((resume) => {
    const statuses = new Map<number, number>()
    const latenciesMs: Array<number> = []
    const started = performance.now()
    let last = started
    const instance = autocannon(
      {
        url,
        connections: Math.min(connections, count),
        amount: count,
        timeout: 60,
        // It looks whether it is at its end only as often as it samples.
        sampleInt: 100,
        requests:
          typeof calls === "function"
            ? [{ setupRequest: (request) => ({ ...request, ...fresh(calls()) }) }]
            : [fresh(calls)],
        ...(rate === undefined ? {} : { overallRate: rate })
      },
      (error, result) =>
        resume(
          error === null || error === undefined
            ? Effect.succeed({
                statuses,
                latenciesMs,
                seconds: (last - started) / 1000,
                lost: result.errors + result.timeouts
              })
            : Effect.fail(because("autocannon")(error))
        )
    )
    instance.on("response", (_client, status, _bytes, latency) => {
      last = performance.now()
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      latenciesMs.push(latency)
    })
    return Effect.sync(() => instance.stop())
  })

/** Runs a load to its end. */
export const run = (server: Server, order: Order): Effect.Effect<Outcome, BenchFailure> =>
  Effect.gen(function* () {
    const before = yield* server.ask({ question: "reset" })
    const answers = yield* drive(server.url, order)
    const after = yield* server.ask({ question: "sample" })
    return { ...answers, cpuMs: after.cpuMs - before.cpuMs, after }
  }).pipe(Effect.raceFirst(server.died))
