/**
 * What a collector gets of a process that ends, and what is said of one that takes nothing.
 */
import { HttpClient, HttpClientResponse } from "@effect/platform"
import { expect, it } from "@effect/vitest"
import { Chunk, Deferred, Effect, Exit, Fiber, Layer, Logger, Option, Queue, Scope, TestClock } from "effect"
import { describe } from "vitest"
import * as Telemetry from "../../src/Telemetry/Telemetry.ts"

describe("a stop", () => {
  it.scoped("waits for the export under way, and sends what came after it", () =>
    Effect.gen(function* () {
      const begun = yield* Queue.unbounded<string>()
      const ended = yield* Queue.unbounded<string>()
      const answer = yield* Deferred.make<void>()
      const collector = HttpClient.make((request) => {
        const { body } = request
        return body._tag === "Uint8Array" && request.url.endsWith("/v1/traces")
          ? Effect.gen(function* () {
              const text = new TextDecoder().decode(body.body)
              yield* Queue.offer(begun, text)
              yield* Deferred.await(answer)
              yield* Queue.offer(ended, text)
              return HttpClientResponse.fromWeb(request, new Response("{}"))
            })
          : Effect.succeed(HttpClientResponse.fromWeb(request, new Response("{}")))
      })
      const scope = yield* Scope.make()
      const telemetry = yield* Layer.buildWithScope(
        Telemetry.layer({ logLevel: "info", otlpEndpoint: Option.some("http://127.0.0.1:4318") }).pipe(
          Layer.provide(Layer.succeed(HttpClient.HttpClient, collector))
        ),
        scope
      )
      const span = (name: string) => Effect.provide(Effect.withSpan(Effect.void, name), telemetry)

      yield* span("first")
      yield* TestClock.adjust("5 seconds")
      expect(yield* Queue.take(begun)).toContain("first")
      yield* span("second")
      const stop = yield* Effect.fork(Scope.close(scope, Exit.void))
      yield* TestClock.adjust("1 second")
      expect(yield* Queue.size(begun)).toBe(0)
      yield* Deferred.succeed(answer, undefined)
      yield* Fiber.join(stop)
      const arrived = Chunk.toReadonlyArray(yield* Queue.takeAll(ended))
      expect(arrived.map((text) => /first|second/.exec(text)?.[0])).toEqual(["first", "second"])
    })
  )
})

describe("a collector that takes nothing", () => {
  it.scoped("is told of once for each signal, and when it takes all again", () =>
    Effect.gen(function* () {
      const lines: Array<string> = []
      const statusOf: Record<string, number | undefined> = { traces: 503, metrics: undefined, logs: 200 }
      const collector = HttpClient.make((request) => {
        const status = statusOf[request.url.split("/").at(-1) ?? ""]
        return status === undefined
          ? Effect.never
          : Effect.succeed(HttpClientResponse.fromWeb(request, new Response("{}", { status })))
      })
      const log = Logger.make(({ message }) => void lines.push(JSON.stringify(message)))
      const services = yield* Layer.build(
        Telemetry.layer({
          logLevel: "info",
          otlpEndpoint: Option.some("http://user:secret@127.0.0.1:4318")
        }).pipe(
          Layer.provideMerge(Logger.replace(Logger.defaultLogger, log)),
          Layer.provide(Layer.succeed(HttpClient.HttpClient, collector))
        )
      )
      const told = (seconds: number) =>
        Effect.gen(function* () {
          yield* Effect.provide(Effect.withSpan(Effect.logInfo("a line"), "a span"), services)
          yield* TestClock.adjust(`${seconds} seconds`)
          return lines
            .splice(0)
            .filter((line) => line.includes("collector"))
            .sort()
        })
      const lost = (signal: string, reason: string) =>
        `["telemetry does not reach the collector, and is lost",{"signal":"${signal}","reason":"${reason}"}]`
      const again = (signal: string) => `["telemetry reaches the collector again",{"signal":"${signal}"}]`

      expect(yield* told(30)).toEqual([lost("metrics", "too slow"), lost("traces", "status 503")])
      expect(yield* told(300)).toEqual([])
      statusOf["traces"] = 200
      statusOf["metrics"] = 200
      expect(
        yield* told(120).pipe(Effect.zipWith(told(120), (one, other) => [...one, ...other].sort()))
      ).toEqual([again("metrics"), again("traces")])
      expect(yield* told(300)).toEqual([])
    })
  )
})
