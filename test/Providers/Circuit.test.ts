/**
 * The circuit of a provider operation: what opens it, what it then says, and how it closes.
 */
import { expect, it } from "@effect/vitest"
import { Clock, Deferred, Duration, Effect, Either, Fiber, Logger, Scheduler, TestClock } from "effect"
import { describe } from "vitest"
import * as CircuitBreaker from "../../src/Providers/client/CircuitBreaker.ts"
import {
  bodyTooLong,
  ProviderBadResponse,
  type ProviderError,
  ProviderRateLimited,
  ProviderTimeout,
  ProviderUnavailable,
  QueryRefused
} from "../../src/Providers/Errors.ts"
import { shiftedClock } from "../support/setup/ShiftedClock.ts"

const facts = { provider: "gdelt", reason: "test" } as const
const unavailable = new ProviderUnavailable(facts)
const timeout = new ProviderTimeout(facts)
const throttled = new ProviderRateLimited(facts)
const malformed = new ProviderBadResponse(facts)
const tooLong = new ProviderBadResponse({ ...facts, reason: bodyTooLong })
const refused = new QueryRefused({ provider: "gdelt", problems: [{ pointer: "", message: "no" }] })

const make = (options: Partial<CircuitBreaker.CircuitOptions> = {}) =>
  CircuitBreaker.make({ operation: "gdelt.search", cooldown: Duration.seconds(30), ...options })

type Outcome = ProviderError | QueryRefused | "ok"

/** Plays outcomes one after another; each failure is passed by. `request` names the request of each. */
const play = (
  circuit: CircuitBreaker.Circuit,
  outcomes: ReadonlyArray<Outcome>,
  request = (index: number) => `r${index}`
) =>
  Effect.forEach(outcomes, (outcome, index) =>
    Effect.either(
      circuit.guard(() => request(index))(outcome === "ok" ? Effect.succeed("ok") : Effect.fail(outcome))
    )
  )

/** Interrupts a fibre, once, when it has done so many steps. */
const interruptingAt = (step: number): Scheduler.Scheduler => {
  const scheduler = new Scheduler.MixedScheduler(2048)
  let isDone = false
  return {
    shouldYield: (fiber) => {
      if (isDone || fiber.currentOpCount < step) return false
      isDone = true
      fiber.unsafeInterruptAsFork(fiber.id())
      return 0
    },
    scheduleTask: (task, priority, fiber) => scheduler.scheduleTask(task, priority, fiber)
  }
}

const quiet = Effect.provide(Logger.remove(Logger.defaultLogger))

const times = <A>(count: number, item: A) => Array.from({ length: count }, () => item)

const cases: ReadonlyArray<readonly [string, ReadonlyArray<Outcome>, CircuitBreaker.CircuitState]> = [
  ["4 failures in a row", times(4, unavailable), "closed"],
  ["5 failures in a row", times(5, unavailable), "open"],
  ["5 time-outs", times(5, timeout), "open"],
  ["5 throttled calls without a time", times(5, throttled), "open"],
  ["5 of different kinds", [unavailable, timeout, throttled, timeout, unavailable], "open"],
  ["4, an answer, 4", [...times(4, timeout), "ok", ...times(4, timeout)], "closed"],
  [
    "4, a refused query, 4: the provider works",
    [...times(4, timeout), refused, ...times(4, timeout)],
    "closed"
  ],
  ["20 refused queries", times(20, refused), "closed"],
  ["one throttled call with a time", [new ProviderRateLimited({ ...facts, retryAfter: 7 })], "open"],
  ["20 replies that are too large", times(20, tooLong), "closed"],
  [
    "5 failures with replies that are too large between them",
    [...times(4, timeout), tooLong, timeout],
    "open"
  ],
  [
    "3 failures and 2 malformed replies of 3 requests? only 2 requests",
    [...times(3, timeout), malformed, malformed],
    "closed"
  ]
]

describe("a circuit", () => {
  for (const [name, outcomes, standing] of cases) {
    it.effect(`is ${standing} after ${name}`, () =>
      Effect.gen(function* () {
        const circuit = make()
        yield* play(circuit, outcomes)
        expect(yield* circuit.state).toBe(standing)
      }).pipe(quiet)
    )
  }

  it.effect("is not opened by malformed replies to one caller's request, but by those to three", () =>
    Effect.gen(function* () {
      const circuit = make()
      yield* play(circuit, times(20, malformed), () => "the same")
      expect(yield* circuit.state).toBe("closed")
      const other = make()
      yield* play(other, times(5, malformed), (index) => `request ${index % 3}`)
      expect(yield* other.state).toBe("open")
    }).pipe(quiet)
  )

  it.effect("says at once what opened it and what is left of it, without a call", () =>
    Effect.gen(function* () {
      const circuit = make()
      yield* play(circuit, times(5, unavailable))
      yield* TestClock.adjust("11 seconds")
      let called = false
      const error = yield* Effect.flip(
        circuit.guard(() => "r")(
          Effect.sync(() => {
            called = true
          })
        )
      )
      expect(error).toMatchObject({ _tag: "ProviderUnavailable", provider: "gdelt", retryAfter: 19 })
      expect(called).toBe(false)
    }).pipe(quiet)
  )

  it.effect("keeps to the time that the provider named, at most until the next UTC midnight", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 10, 28, 23, 0, 0))
      const circuit = make()
      yield* play(circuit, [new ProviderRateLimited({ ...facts, retryAfter: 54_000 })])
      yield* TestClock.adjust("59 minutes")
      expect(yield* circuit.state).toBe("open")
      yield* TestClock.adjust("1 minute")
      expect(yield* circuit.state).toBe("half-open")
    }).pipe(quiet)
  )

  it.effect("of a provider whose throttle opens it stays open for the cooldown", () =>
    Effect.gen(function* () {
      const circuit = make({ cooldown: Duration.seconds(60), throttleOpens: true })
      yield* play(circuit, [throttled])
      expect(yield* Effect.flip(circuit.guard(() => "r")(Effect.void))).toMatchObject({ retryAfter: 60 })
      yield* TestClock.adjust("60 seconds")
      expect(yield* circuit.state).toBe("half-open")
    }).pipe(quiet)
  )

  it.effect("lets one probe through, and closes by its answer", () =>
    Effect.gen(function* () {
      const circuit = make()
      yield* play(circuit, times(5, unavailable))
      yield* TestClock.adjust("30 seconds")
      const go = yield* Deferred.make<void>()
      const probe = yield* Effect.fork(circuit.guard(() => "r")(Deferred.await(go)))
      yield* Effect.yieldNow()
      expect(yield* Effect.flip(circuit.guard(() => "r")(Effect.void))).toMatchObject({
        _tag: "ProviderUnavailable",
        retryAfter: 1
      })
      yield* Deferred.succeed(go, undefined)
      yield* Fiber.join(probe)
      expect(yield* circuit.state).toBe("closed")
      yield* play(circuit, times(4, unavailable))
      expect(yield* circuit.state).toBe("closed")
    }).pipe(quiet)
  )

  it.effect("stays open no longer when the system's clock is set back", () =>
    Effect.gen(function* () {
      const circuit = make()
      const { clock, setBack } = yield* shiftedClock
      const state = Effect.withClock(circuit.state, clock)
      yield* TestClock.adjust("1 day")
      yield* Effect.withClock(play(circuit, times(5, unavailable)), clock)
      expect(yield* state).toBe("open")
      setBack("1 hour")
      yield* TestClock.adjust("30 seconds")
      expect(yield* state).toBe("half-open")
      yield* Effect.withClock(play(circuit, ["ok"]), clock)
      expect(yield* state).toBe("closed")
    }).pipe(quiet)
  )

  it.effect("opens again by a failed probe, at once", () =>
    Effect.gen(function* () {
      const circuit = make()
      yield* play(circuit, times(5, unavailable))
      yield* TestClock.adjust("30 seconds")
      yield* play(circuit, [timeout])
      expect(yield* circuit.state).toBe("open")
      expect(yield* Effect.flip(circuit.guard(() => "r")(Effect.void))).toMatchObject({
        _tag: "ProviderTimeout"
      })
    }).pipe(quiet)
  )

  it.effect("closes by a malformed reply to a probe, and the operation has not recovered yet", () =>
    Effect.gen(function* () {
      const lines: Array<unknown> = []
      const log = Logger.make(({ message }) => void lines.push(message))
      const circuit = make()
      const condition = Effect.map(Clock.currentTimeMillis, circuit.condition)
      yield* Effect.gen(function* () {
        yield* play(circuit, times(5, unavailable))
        yield* TestClock.adjust("30 seconds")
        yield* play(circuit, [malformed])
      }).pipe(Effect.provide(Logger.replace(Logger.defaultLogger, log)))
      expect(lines.at(-1)).toEqual(["circuit closed", { operation: "gdelt.search" }])
      expect([yield* circuit.state, yield* condition]).toEqual([
        "closed",
        { state: "degraded", reason: "malformed", since: expect.any(Number) }
      ])
      yield* TestClock.adjust("1 second")
      yield* play(circuit, ["ok"])
      expect(yield* condition).toEqual({ state: "up", since: 31_000 })
    }).pipe(quiet)
  )

  it.effect("is not kept open by an interrupted probe: the next one is let through", () =>
    Effect.gen(function* () {
      const circuit = make()
      yield* play(circuit, times(5, unavailable))
      yield* TestClock.adjust("30 seconds")
      const probe = yield* Effect.fork(circuit.guard(() => "r")(Effect.never))
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(probe)
      expect(yield* circuit.state).toBe("half-open")
      yield* play(circuit, ["ok"])
      expect(yield* circuit.state).toBe("closed")
    }).pipe(quiet)
  )

  it.effect("is not kept open by a probe that is interrupted, at whatever step", () =>
    Effect.forEach(
      Array.from({ length: 80 }, (_, step) => step),
      (step) =>
        Effect.gen(function* () {
          const circuit = make()
          yield* circuit.open(timeout)
          yield* TestClock.adjust("31 seconds")
          const probe = yield* Effect.fork(
            Effect.withScheduler(circuit.guard(String)(Effect.never), interruptingAt(step))
          )
          yield* TestClock.adjust("1 second")
          yield* Fiber.interrupt(probe)
          expect(yield* Effect.either(circuit.guard(String)(Effect.succeed("ok")))).toEqual(
            Either.right("ok")
          )
        }),
      { discard: true }
    ).pipe(quiet)
  )

  /** Opens while so many calls are under way; they end 10 s later. */
  const outrun = (ends: ReadonlyArray<ProviderError>, circuit = make()) =>
    Effect.gen(function* () {
      const go = yield* Deferred.make<void>()
      const underWay = yield* Effect.forEach(ends, (error, index) =>
        Effect.fork(
          Effect.either(
            circuit.guard(() => `slow ${index}`)(Effect.zipRight(Deferred.await(go), Effect.fail(error)))
          )
        )
      )
      yield* Effect.yieldNow()
      yield* play(circuit, times(5, unavailable))
      yield* TestClock.adjust("10 seconds")
      yield* Deferred.succeed(go, undefined)
      yield* Fiber.joinAll(underWay)
      return yield* Effect.flip(circuit.guard(() => "r")(Effect.void))
    })

  it.effect("is not prolonged by the calls under way when it opened, and counts none of them again", () =>
    Effect.gen(function* () {
      const circuit = make()
      expect(yield* outrun(times(50, timeout), circuit)).toMatchObject({
        _tag: "ProviderUnavailable",
        retryAfter: 20
      })
      yield* TestClock.adjust("20 seconds")
      expect(yield* circuit.state).toBe("half-open")
    }).pipe(quiet)
  )

  it.effect("is not opened again by calls that began before it opened and end after it closed", () =>
    Effect.gen(function* () {
      const circuit = make()
      const go = yield* Deferred.make<void>()
      const underWay = yield* Effect.forEach(times(9, unavailable), (error) =>
        Effect.fork(
          Effect.either(circuit.guard(() => "slow")(Effect.zipRight(Deferred.await(go), Effect.fail(error))))
        )
      )
      yield* Effect.yieldNow()
      yield* play(circuit, times(5, unavailable))
      yield* TestClock.adjust("30 seconds")
      yield* play(circuit, ["ok"])
      yield* Deferred.succeed(go, undefined)
      yield* Fiber.joinAll(underWay)
      expect(yield* circuit.state).toBe("closed")
      yield* play(circuit, times(4, unavailable))
      expect(yield* circuit.state).toBe("closed")
    }).pipe(quiet)
  )

  it.effect("keeps to a longer time that a call under way was named", () =>
    Effect.gen(function* () {
      const named = new ProviderRateLimited({ ...facts, retryAfter: 120 })
      expect(yield* outrun([timeout, named, timeout])).toMatchObject({
        _tag: "ProviderRateLimited",
        retryAfter: 120
      })
    }).pipe(quiet)
  )

  it.effect(
    "keeps to the time that a call under way was named, though the clock was set back meanwhile",
    () =>
      Effect.gen(function* () {
        const circuit = make()
        const go = yield* Deferred.make<void>()
        yield* TestClock.adjust("1 day")
        const named = new ProviderRateLimited({ ...facts, retryAfter: 60 })
        const underWay = yield* Effect.fork(
          Effect.either(circuit.guard(() => "slow")(Effect.zipRight(Deferred.await(go), Effect.fail(named))))
        )
        yield* Effect.yieldNow()
        yield* circuit.open(new ProviderRateLimited({ ...facts, retryAfter: 1_800 }))
        yield* TestClock.setTime(23 * 3_600_000)
        yield* Deferred.succeed(go, undefined)
        yield* Fiber.join(underWay)
        expect(yield* Effect.flip(circuit.guard(() => "r")(Effect.void))).toMatchObject({ retryAfter: 60 })
      }).pipe(quiet)
  )

  it.effect("is opened from outside, by a spent budget", () =>
    Effect.gen(function* () {
      const circuit = make()
      yield* circuit.open(new ProviderRateLimited({ ...facts, retryAfter: 120 }))
      expect(yield* Effect.flip(circuit.guard(() => "r")(Effect.void))).toMatchObject({
        _tag: "ProviderRateLimited",
        retryAfter: 120
      })
    }).pipe(quiet)
  )
})
