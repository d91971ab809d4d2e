/**
 * A process without file descriptors: what is to blame is the process itself, and it comes back by itself.
 */
import { readdirSync } from "node:fs"
import { Agent, request } from "node:http"
import { connect, type Socket } from "node:net"
import { expect, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { run, stop } from "../../scripts/process/Spawned.ts"
import { simulated } from "../Sandbox/Simulated.ts"
import { payment, question } from "../support/Buyer.ts"
import * as Almanac from "../support/process/Almanac.ts"
import * as Neighbours from "../support/process/Neighbours.ts"
import { bundleOf } from "../support/process/Program.ts"
import { parse } from "../support/process/Scrape.ts"

/** Descriptors of the process: it has some forty at rest. */
const limit = 120

/** Asks over one connection, which it keeps. */
const overOneConnection = () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return (url: string, header?: string, body?: object) =>
    Effect.async<{ readonly status: number; readonly retryAfter: string | undefined; readonly text: string }>(
      (resume) => {
        const sent = request(
          url,
          {
            agent,
            method: body === undefined ? "GET" : "POST",
            headers: {
              ...(header === undefined ? {} : { "payment-signature": header }),
              ...(body === undefined ? {} : { "content-type": "application/json" })
            }
          },
          (response) => {
            let text = ""
            response.setEncoding("utf8")
            response.on("data", (chunk: string) => {
              text += chunk
            })
            response.on("end", () =>
              resume(
                Effect.succeed({
                  status: response.statusCode ?? 0,
                  retryAfter: response.headers["retry-after"],
                  text
                })
              )
            )
          }
        )
        sent.on("error", (error) => resume(Effect.die(error)))
        sent.end(body === undefined ? undefined : JSON.stringify(body))
      }
    )
}

it.scopedLive(
  "a call that no connection is left for is our 503, opens no circuit, charges nothing, and can be sent again",
  () =>
    Effect.gen(function* () {
      const neighbours = yield* Neighbours.start()
      const { origin } = yield* simulated
      const bundle = yield* Effect.promise(() => bundleOf("src/main.ts"))
      const almanac = yield* Effect.acquireRelease(
        Effect.sync(() =>
          run("sh", ["-c", `ulimit -n ${limit} && exec "$0" "$1"`, process.execPath, bundle], {
            ...neighbours.environment,
            OPENALEX_URL: `${origin}/openalex`,
            METRICS_PORT: "0"
          })
        ),
        (spawned) => Effect.promise(() => stop(spawned))
      )
      const [, metricsUrl = ""] = yield* Effect.promise(() =>
        almanac.prints(/metrics on (http:\/\/127[\d.:]+\/metrics)/)
      )
      const url = yield* Almanac.urlOf(almanac)
      yield* Almanac.readiness(url, 200)
      const [ask, look] = [overOneConnection(), overOneConnection()]
      const figures = Effect.map(look(metricsUrl), ({ text }) => parse(text))
      expect((yield* figures).get("process_max_fds")).toBe(limit)

      // Its connection to the facilitator is open now, and none to the rates' provider.
      const search = yield* Effect.promise(() => payment({ amount: "10000" }))
      expect((yield* ask(`${url}/v1/academic/search`, search, { query: "whales" })).status).toBe(200)

      const { hostname, port } = new URL(url)
      const idle = new Set<Socket>()
      let isFilling = true
      // What the process refuses or gives up is taken at once.
      const fill = () => {
        if (!isFilling) return
        const socket = connect(Number(port), hostname).on("error", () => {})
        idle.add(socket)
        socket.once("close", () => {
          idle.delete(socket)
          setTimeout(fill, 20)
        })
      }
      const empty = () => {
        isFilling = false
        for (const socket of idle) socket.destroy()
      }
      yield* Effect.addFinalizer(() => Effect.sync(empty))
      for (let n = 0; n < limit; n += 1) fill()
      const open = Effect.sync(() => readdirSync(`/proc/${almanac.child.pid}/fd`).length)
      yield* Effect.repeat(open, {
        until: (count) => count >= limit,
        schedule: Schedule.spaced("10 millis")
      })

      const header = yield* Effect.promise(() => payment())
      const rates = ask(`${url}/v1/fx/rates`, header, question)
      const failed = yield* Effect.all(Array.from({ length: 7 }, () => rates))
      for (const { retryAfter, status, text } of failed) {
        expect([status, retryAfter, JSON.parse(text).error?.code]).toEqual([503, "5", "OVERLOADED"])
      }
      yield* Effect.repeat(figures, {
        until: (samples) => samples.get("process_open_fds") === limit,
        schedule: Schedule.spaced("500 millis")
      })
      empty()
      yield* Effect.repeat(figures, {
        until: (samples) => (samples.get("process_open_fds") ?? limit) < limit / 2,
        schedule: Schedule.spaced("500 millis")
      })
      expect((yield* rates).status).toBe(200)

      const samples = yield* figures
      expect([
        samples.get('almanac_circuit_opened_total{operation="frankfurter.latest"}'),
        samples.get('almanac_provider_errors_total{operation="frankfurter.latest",kind="unavailable"}'),
        samples.get('almanac_payments_total{state="settled"}')
      ]).toEqual([0, 0, 2])
      expect(almanac.output()).toContain('"outcome":"OVERLOADED"')
      expect(almanac.output()).toContain('"reason":"out of file descriptors"')
    }),
  180_000
)
