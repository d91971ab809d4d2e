import type { HttpClient } from "@effect/platform"
import { describe, expect, it } from "@effect/vitest"
import { Chunk, Duration, Effect, Either, Exit, Fiber, Schema, TestClock } from "effect"
import { HostLookup } from "../../src/Providers/client/PublicAddress.ts"
import * as Upstream from "../../src/Providers/client/Upstream.ts"
import { json, type Script, scriptedClient } from "../support/provider/ScriptedClient.ts"
import { shiftedClock } from "../support/setup/ShiftedClock.ts"

const make = Upstream.make({
  provider: "frankfurter",
  baseUrl: "https://provider.example",
  deadline: "8 seconds",
  userAgent: "almanac/0.1.0 (test)"
})

const ask = Effect.flatMap(make, (upstream) =>
  upstream.operation("frankfurter.test", (get) =>
    Effect.flatMap(get({ path: "/" }), upstream.decode(Schema.Struct({ answer: Schema.Number })))
  )
)

/** Lets the test clock jump from one alarm to the next until a fiber is done. */
const passTime = <A, E>(running: Fiber.RuntimeFiber<A, E>): Effect.Effect<void> =>
  Effect.gen(function* () {
    yield* TestClock.adjust(0)
    const alarms = yield* TestClock.sleeps()
    if (running.unsafePoll() !== null || Chunk.isEmpty(alarms)) return
    yield* TestClock.setTime(Math.min(...alarms))
    yield* passTime(running)
  })

/** Runs `effect` on the test clock. Says when it was over, how, and when calls were made. */
const observe = <A, E extends { readonly _tag: string }>(
  script: Script,
  effect: Effect.Effect<A, E, HttpClient.HttpClient>
) =>
  Effect.gen(function* () {
    const client = scriptedClient(script)
    const running = yield* Effect.fork(
      Effect.timed(Effect.either(effect)).pipe(
        Effect.provide(client.layer),
        Effect.provideService(HostLookup, () => Effect.delay(Effect.succeed(["93.184.215.14"]), "1 second"))
      )
    )
    yield* passTime(running)
    const [took, outcome] = yield* Fiber.join(running)
    return {
      at: Duration.toMillis(took),
      outcome: Either.match(outcome, { onLeft: ({ _tag }) => _tag, onRight: () => "answer" }),
      calls: client.calls.map(({ at }) => at)
    }
  })

const delayed = (delay: Duration.DurationInput, response: () => Response) =>
  Effect.delay(Effect.sync(response), delay)
const answered = () => json({ answer: 42 })
const unavailable = () => new Response("", { status: 503 })
const unavailableFor = (seconds: number) =>
  new Response("", { status: 503, headers: { "retry-after": String(seconds) } })

describe("Upstream: one deadline", () => {
  it.effect("cuts a provider that says nothing", () =>
    Effect.gen(function* () {
      const seen = yield* observe(() => Effect.never, ask)
      expect(seen).toEqual({ at: 8000, outcome: "ProviderTimeout", calls: [0] })
    })
  )

  it.effect("lets an answer through that comes just in time", () =>
    Effect.gen(function* () {
      const seen = yield* observe(() => delayed(7990, answered), ask)
      expect(seen).toEqual({ at: 7990, outcome: "answer", calls: [0] })
    })
  )

  it.effect("covers a body that does not end", () =>
    Effect.gen(function* () {
      const endless = () =>
        new Response(new ReadableStream({ start: (body) => body.enqueue(new Uint8Array(9)) }))
      const seen = yield* observe(() => delayed("5 seconds", endless), ask)
      expect(seen).toEqual({ at: 8000, outcome: "ProviderTimeout", calls: [0] })
    })
  )

  it.effect("comes no later when the system's clock is set back", () =>
    Effect.gen(function* () {
      const { clock, setBack } = yield* shiftedClock
      const script: Script = (_, count) => {
        if (count > 1) return Effect.never
        setBack("1 hour")
        return delayed(3000, unavailable)
      }
      const { at, outcome } = yield* observe(script, Effect.withClock(ask, clock))
      expect([at, outcome]).toEqual([8000, "ProviderTimeout"])
    })
  )

  it.effect("covers the second attempt", () =>
    Effect.gen(function* () {
      const seen = yield* observe(
        (_, count) => (count === 1 ? delayed(3000, unavailable) : Effect.never),
        ask
      )
      expect(seen.outcome).toBe("ProviderTimeout")
      expect(seen.at).toBe(8000)
      expect(seen.calls.length).toBe(2)
    })
  )

  it.effect("leaves no second attempt when a quarter of it would not be left", () =>
    Effect.gen(function* () {
      const seen = yield* observe(() => delayed(5950, unavailable), ask)
      expect(seen).toEqual({ at: 5950, outcome: "ProviderUnavailable", calls: [0] })
    })
  )

  it.effect("covers a redirect and the look-up of its host", () =>
    Effect.gen(function* () {
      const moved = () => new Response("", { status: 301, headers: { location: "https://new.example/" } })
      const seen = yield* observe((_, count) => (count === 1 ? delayed(3000, moved) : Effect.never), ask)
      expect(seen).toEqual({ at: 8000, outcome: "ProviderTimeout", calls: [0, 4000] })
    })
  )

  it.effect("cuts a look-up that hangs", () =>
    Effect.gen(function* () {
      const moved = () => new Response("", { status: 301, headers: { location: "https://new.example/" } })
      const seen = yield* observe(() => delayed(7500, moved), ask)
      expect(seen).toEqual({ at: 8000, outcome: "ProviderTimeout", calls: [0] })
    })
  )

  it.effect("is shared by the calls of an operation and by the operations within it", () =>
    Effect.gen(function* () {
      const both = Effect.flatMap(make, (upstream) =>
        upstream.operation("frankfurter.outer", (get) =>
          get({ path: "/first" }).pipe(
            Effect.zipRight(get({ path: "/second" })),
            Effect.zipRight(upstream.operation("frankfurter.inner", (inner) => inner({ path: "/third" })))
          )
        )
      )
      const seen = yield* observe(
        (url) => (url.pathname === "/third" ? Effect.never : delayed(3000, answered)),
        both
      )
      expect(seen).toEqual({ at: 8000, outcome: "ProviderTimeout", calls: [0, 3000, 6000] })
    })
  )

  it.effect("holds where nothing else may interrupt", () =>
    Effect.gen(function* () {
      const seen = yield* observe(() => Effect.never, Effect.uninterruptible(ask))
      expect(seen).toEqual({ at: 8000, outcome: "ProviderTimeout", calls: [0] })
    })
  )
})

describe("Upstream: one retry", () => {
  it.effect("comes 100 to 300 ms later", () =>
    Effect.gen(function* () {
      const delays: Array<number> = []
      for (let run = 0; run < 20; run++) {
        const client = scriptedClient((_, count) => Effect.sync(count === 1 ? unavailable : answered))
        const running = yield* Effect.fork(Effect.provide(ask, client.layer))
        yield* passTime(running)
        yield* Fiber.join(running)
        delays.push((client.calls[1]?.at ?? 0) - (client.calls[0]?.at ?? 0))
      }
      expect(Math.min(...delays)).toBeGreaterThanOrEqual(100)
      expect(Math.max(...delays)).toBeLessThanOrEqual(300)
      expect(new Set(delays).size).toBeGreaterThan(5)
    })
  )

  it.effect("waits for as long as the provider asks, up to 2 seconds", () =>
    Effect.gen(function* () {
      const seen = yield* observe(
        (_, count) => Effect.sync(() => (count === 1 ? unavailableFor(2) : answered())),
        ask
      )
      expect(seen).toEqual({ at: 2000, outcome: "answer", calls: [0, 2000] })
    })
  )

  it.effect("is not made when the provider asks for more", () =>
    Effect.gen(function* () {
      const seen = yield* observe(() => Effect.sync(() => unavailableFor(3)), ask)
      expect(seen).toEqual({ at: 0, outcome: "ProviderUnavailable", calls: [0] })
    })
  )
})

describe("Upstream: interruption", () => {
  it.effect("of the caller ends the call", () =>
    Effect.gen(function* () {
      const client = scriptedClient(() => Effect.never)
      const running = yield* Effect.fork(Effect.provide(ask, client.layer))
      yield* TestClock.adjust("1 second")
      expect(Exit.isInterrupted(yield* Fiber.interrupt(running))).toBe(true)
    })
  )
})
