import { describe, expect, it } from "@effect/vitest"
import { Duration, Effect, Either, Exit, Fiber, TestClock } from "effect"
import { within } from "../../src/Providers/client/Deadline.ts"
import * as Pacing from "../../src/Providers/client/Pacing.ts"
import { shiftedClock } from "../support/setup/ShiftedClock.ts"

const interval = Duration.millis(5300)

const take = (longestWait: Duration.DurationInput, key = "gdelt") =>
  Effect.flatMap(Pacing.Pace, (pace) => pace.take(key, interval, Duration.decode(longestWait))).pipe(
    Effect.map(({ reserved, wait }) => `${reserved ? "in" : "not in"} ${Duration.toMillis(wait)}`)
  )

/** Waits for a slot and says when it came, or after how many seconds to come again. */
const keep = (name: string, log: Array<string>) =>
  Effect.flatMap(Pacing.Pace, (pace) => Pacing.keep(pace, "gdelt", interval)).pipe(
    Effect.either,
    Effect.zip(Effect.clockWith((clock) => clock.currentTimeMillis)),
    Effect.map(([outcome, at]) =>
      log.push(
        Either.match(outcome, {
          onRight: () => `${name} at ${at}`,
          onLeft: ({ _tag, reason, retryAfter }) =>
            `${name} ${_tag}: ${reason}, again in ${retryAfter} s, at ${at}`
        })
      )
    )
  )

describe("Pace: slots in memory", () => {
  it.effect("are an interval apart, the first at once", () =>
    Effect.gen(function* () {
      expect(yield* take("1 hour")).toBe("in 0")
      expect(yield* take("1 hour")).toBe("in 5300")
      yield* TestClock.adjust(1300)
      expect(yield* take("1 hour")).toBe("in 9300")
      yield* TestClock.adjust(9300)
      expect(yield* take("1 hour")).toBe("in 5300")
    }).pipe(Effect.provide(Pacing.layerMemory))
  )

  it.effect("do not pile up while nobody calls", () =>
    Effect.gen(function* () {
      expect(yield* take("1 hour")).toBe("in 0")
      yield* TestClock.adjust("1 day")
      expect(yield* take("1 hour")).toBe("in 0")
      expect(yield* take("1 hour")).toBe("in 5300")
    }).pipe(Effect.provide(Pacing.layerMemory))
  )

  it.effect("come no later when the system's clock is set back", () =>
    Effect.gen(function* () {
      const { clock, setBack } = yield* shiftedClock
      yield* TestClock.adjust("1 day")
      expect(yield* Effect.withClock(take("10 seconds"), clock)).toBe("in 0")
      setBack("1 hour")
      expect(yield* Effect.withClock(take("10 seconds"), clock)).toBe("in 5300")
    }).pipe(Effect.provide(Pacing.layerMemory))
  )

  it.effect("beyond the bound are not reserved: who comes later may have them", () =>
    Effect.gen(function* () {
      expect(yield* take(0)).toBe("in 0")
      expect(yield* take(5299)).toBe("not in 5300")
      expect(yield* take(5299)).toBe("not in 5300")
      expect(yield* take(5300)).toBe("in 5300")
      expect(yield* take(5300)).toBe("not in 10600")
    }).pipe(Effect.provide(Pacing.layerMemory))
  )

  it.effect("of one key are nothing to another", () =>
    Effect.gen(function* () {
      expect(yield* take(0)).toBe("in 0")
      expect(yield* take(0, "crossref")).toBe("in 0")
    }).pipe(Effect.provide(Pacing.layerMemory))
  )

  it.effect("are never given twice, however many ask at once", () =>
    Effect.gen(function* () {
      const all = yield* Effect.all(
        Array.from({ length: 50 }, () => take("1 hour")),
        { concurrency: "unbounded" }
      )
      expect(new Set(all)).toEqual(new Set(Array.from({ length: 50 }, (_, index) => `in ${index * 5300}`)))
    }).pipe(Effect.provide(Pacing.layerMemory))
  )
})

describe("Pace: keep", () => {
  it.effect("of no interval asks for no slot", () =>
    Pacing.keep({ take: () => Effect.die("asked for a slot") }, "gdelt", Duration.zero)
  )

  it.effect("lets three callers through, an interval apart, and answers a fourth at once", () =>
    Effect.gen(function* () {
      const log: Array<string> = []
      const all = yield* Effect.fork(
        Effect.forEach(["a", "b", "c", "d", "e"], (name) => keep(name, log), { concurrency: "unbounded" })
      )
      yield* TestClock.adjust("1 minute")
      yield* Fiber.join(all)
      const tooFar = "ProviderRateLimited: held back by the pace, again in 16 s, at 0"
      expect(log).toEqual(["a at 0", `d ${tooFar}`, `e ${tooFar}`, "b at 5300", "c at 10600"])
    }).pipe(Effect.provide(Pacing.layerMemory))
  )

  it.effect("takes callers again as soon as a slot is near enough", () =>
    Effect.gen(function* () {
      const log: Array<string> = []
      const waiting = yield* Effect.forEach(["a", "b", "c"], (name) => Effect.fork(keep(name, log)))
      yield* TestClock.adjust(5299)
      yield* keep("d", log)
      yield* TestClock.adjust(1)
      waiting.push(yield* Effect.fork(keep("e", log)))
      yield* TestClock.adjust("1 minute")
      yield* Fiber.joinAll(waiting)
      expect(log).toEqual([
        "a at 0",
        "d ProviderRateLimited: held back by the pace, again in 11 s, at 5299",
        "b at 5300",
        "c at 10600",
        "e at 15900"
      ])
    }).pipe(Effect.provide(Pacing.layerMemory))
  )

  it.effect("does not begin to wait beyond the deadline, and takes no slot then", () =>
    Effect.gen(function* () {
      const log: Array<string> = []
      yield* keep("a", log)
      yield* within(Duration.seconds(5))(keep("b", log))
      const c = yield* Effect.fork(within(Duration.seconds(6))(keep("c", log)))
      yield* TestClock.adjust("1 minute")
      yield* Fiber.join(c)
      expect(log).toEqual([
        "a at 0",
        "b ProviderRateLimited: held back by the pace, again in 6 s, at 0",
        "c at 5300"
      ])
    }).pipe(Effect.provide(Pacing.layerMemory))
  )

  it.effect("lets the slot of an interrupted caller lapse: those behind keep theirs", () =>
    Effect.gen(function* () {
      const log: Array<string> = []
      yield* keep("a", log)
      const b = yield* Effect.fork(keep("b", log))
      const c = yield* Effect.fork(keep("c", log))
      yield* TestClock.adjust(1000)
      expect(Exit.isInterrupted(yield* Fiber.interrupt(b))).toBe(true)
      yield* TestClock.adjust(9600)
      yield* Fiber.join(c)
      expect(log).toEqual(["a at 0", "c at 10600"])
    }).pipe(Effect.provide(Pacing.layerMemory))
  )
})
