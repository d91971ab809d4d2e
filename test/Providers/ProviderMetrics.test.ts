/**
 * What the metrics say of a provider that fails in every way, of its circuit, and of its pace.
 */
import { describe, expect, it } from "@effect/vitest"
import { Clock, Duration, Effect, Fiber, Layer, Logger, Metric, Schema, TestClock } from "effect"
import * as Outbound from "../../src/Http/client/Outbound.ts"
import * as Circuits from "../../src/Providers/client/Circuits.ts"
import * as Pacing from "../../src/Providers/client/Pacing.ts"
import * as Upstream from "../../src/Providers/client/Upstream.ts"
import { QueryRefused } from "../../src/Providers/Errors.ts"
import { format } from "../../src/Telemetry/Prometheus.ts"
import { answer, type Fault, faultServer, ok } from "../support/FaultServer.ts"
import { parse } from "../support/process/Scrape.ts"

const metrics = Effect.map(Metric.snapshot, (snapshot) => parse(format(snapshot)))

const Root = Schema.Struct({ answer: Schema.Number })
const refused = new QueryRefused({ provider: "gdelt", problems: [{ pointer: "/query", message: "is odd" }] })

const rows: ReadonlyArray<readonly [name: string, fault: Fault, kind: string | undefined]> = [
  ["an answer", ok, undefined],
  ["throttled", answer(429), "rate_limited"],
  ["broken", answer(500), "unavailable"],
  ["no JSON", answer(200, "<html>"), "bad_response"],
  ["silent", () => {}, "timeout"],
  ["refused", answer(200, '{"answer":400}'), undefined]
]

/** One call of an operation. */
const ask = (upstream: Upstream.Upstream, operation: string) =>
  Effect.either(
    upstream.operation(operation, (get) =>
      get({ path: "/" }).pipe(
        Effect.flatMap(upstream.decode(Root)),
        Effect.filterOrFail(
          ({ answer }) => answer !== 400,
          () => refused
        )
      )
    )
  )

const upstreamOn = (origin: string) =>
  Upstream.make({ provider: "gdelt", baseUrl: origin, deadline: "300 millis", userAgent: "test" })

describe("the metrics of a provider", () => {
  it.scopedLive.each(rows)("count a call and its failure by kind: %s", ([name, fault, kind]) =>
    Effect.gen(function* () {
      const { origin } = yield* faultServer(fault)
      const operation = `gdelt.${name.replaceAll(" ", "_")}`
      yield* ask(yield* upstreamOn(origin), operation)
      const samples = yield* metrics
      const mine = [...samples].filter(([sample]) => sample.includes(`operation="${operation}"`))
      expect(Object.fromEntries(mine)).toMatchObject({
        [`almanac_provider_calls_total{operation="${operation}"}`]: 1,
        [`almanac_provider_duration_seconds_count{operation="${operation}"}`]: 1
      })
      expect(mine.filter(([sample]) => sample.startsWith("almanac_provider_errors_total"))).toEqual(
        kind === undefined
          ? []
          : [[`almanac_provider_errors_total{operation="${operation}",kind="${kind}"}`, 1]]
      )
    }).pipe(Effect.provide(Layer.merge(Outbound.layer, Logger.remove(Logger.defaultLogger))))
  )

  it.scopedLive("show a circuit that opens, and calls that it spares the provider as no calls", () =>
    Effect.gen(function* () {
      const { origin } = yield* faultServer(answer(429, "", { "retry-after": "7" }))
      const upstream = yield* upstreamOn(origin)
      yield* ask(upstream, "gdelt.opens")
      yield* ask(upstream, "gdelt.opens")
      const samples = yield* metrics
      const of = (name: string) => samples.get(`${name}{operation="gdelt.opens"}`)
      expect([
        of("almanac_provider_calls_total"),
        of("almanac_circuit_opened_total"),
        of("almanac_circuit_open")
      ]).toEqual([1, 1, 1])
      expect([...(yield* (yield* Circuits.Circuits).states)]).toEqual([["gdelt.opens", "open"]])
    }).pipe(
      Effect.provide(
        Layer.mergeAll(Circuits.Circuits.layer, Outbound.layer, Logger.remove(Logger.defaultLogger))
      )
    )
  )

  it.effect("show who waits for the pace, how long, and who is sent away", () =>
    Effect.gen(function* () {
      const pace = yield* Pacing.Pace
      const keep = Pacing.keep(pace, "photon", Duration.seconds(5))
      yield* keep
      expect((yield* metrics).get('almanac_pace_queue{provider="photon"}')).toBe(0)
      yield* TestClock.adjust("5 seconds")
      const waiting = yield* Effect.fork(
        Effect.all([keep, keep, keep, Effect.either(keep)], { concurrency: "unbounded" })
      )
      yield* TestClock.adjust("1 second")
      const of = (samples: ReadonlyMap<string, number>) =>
        ["queue", "wait_seconds_sum", "wait_seconds_count", "refused_total"].map((name) =>
          samples.get(`almanac_pace_${name}{provider="photon"}`)
        )
      expect(of(yield* metrics)).toEqual([2, 15, 4, 1])
      yield* Fiber.interrupt(waiting)
      expect(of(yield* metrics)).toEqual([0, 15, 4, 1])
      expect(yield* Clock.currentTimeMillis).toBe(6000)
    }).pipe(Effect.provide(Pacing.layerMemory))
  )
})
