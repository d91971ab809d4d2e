/**
 * Equal work in one run: its results, its failures, and when it ends.
 */
import { describe, expect, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Ref } from "effect"
import * as SingleFlight from "../../src/Runtime/SingleFlight.ts"

const world = (abandoned: "interrupt" | "finish") =>
  Effect.gen(function* () {
    const flights = SingleFlight.make<number, "failed">(abandoned)
    const runs = yield* Ref.make(0)
    const finished = yield* Ref.make(0)
    const go = yield* Deferred.make<number, "failed">()
    const work = Effect.zipRight(
      Ref.update(runs, (count) => count + 1),
      Effect.tap(Deferred.await(go), () => Ref.update(finished, (count) => count + 1))
    )
    const join = (key = "key") => flights.join({ key, work })
    /** A caller that takes the result of a run that it joined for something else. */
    const joinAs = (joined: (result: number) => Effect.Effect<number, "refused">) =>
      flights.join({ key: "key", work, joined })
    return { runs, finished, go, join, joinAs }
  })

describe("single flight", () => {
  it.effect.each(["interrupt", "finish"] as const)(
    "runs equal work once, for all callers (%s)",
    (abandoned) =>
      Effect.gen(function* () {
        const { runs, go, join } = yield* world(abandoned)
        const callers = yield* Effect.forEach(Array.from({ length: 20 }), () => Effect.fork(join()))
        yield* Effect.yieldNow()
        yield* Deferred.succeed(go, 7)
        expect(yield* Effect.forEach(callers, Fiber.join)).toEqual(Array.from({ length: 20 }, () => 7))
        expect(yield* Ref.get(runs)).toBe(1)
        // The run is over, so the next caller starts another.
        expect(yield* join()).toBe(7)
        expect(yield* Ref.get(runs)).toBe(2)
      })
  )

  it.effect("gives its failure to all callers", () =>
    Effect.gen(function* () {
      const { go, join } = yield* world("interrupt")
      const callers = yield* Effect.forEach([1, 2, 3], () => Effect.fork(join()))
      yield* Effect.yieldNow()
      yield* Deferred.fail(go, "failed")
      expect(yield* Effect.forEach(callers, Fiber.await)).toEqual([1, 2, 3].map(() => Exit.fail("failed")))
    })
  )

  it.effect("shares nothing between keys", () =>
    Effect.gen(function* () {
      const { runs, go, join } = yield* world("interrupt")
      const callers = yield* Effect.forEach(["one", "two"], (key) => Effect.fork(join(key)))
      yield* Effect.yieldNow()
      expect(yield* Ref.get(runs)).toBe(2)
      yield* Deferred.succeed(go, 1)
      expect(yield* Effect.forEach(callers, Fiber.join)).toEqual([1, 1])
    })
  )

  it.effect("asks a caller that joined what it makes of a result, but not of a failure", () =>
    Effect.gen(function* () {
      const { runs, go, joinAs } = yield* world("interrupt")
      const doubled = joinAs((result) => Effect.succeed(2 * result))
      const refusing = joinAs(() => Effect.fail("refused" as const))
      const callers = yield* Effect.forEach([doubled, doubled, refusing], (join) => Effect.fork(join))
      yield* Effect.yieldNow()
      yield* Deferred.succeed(go, 7)
      const ends = yield* Effect.forEach(callers, Fiber.await)
      // The first has started the run.
      expect(ends).toEqual([Exit.succeed(7), Exit.succeed(14), Exit.fail("refused")])
      expect(yield* Ref.get(runs)).toBe(1)
      const failing = yield* world("interrupt")
      const both = yield* Effect.forEach([1, 2], () => Effect.fork(failing.joinAs(() => Effect.succeed(0))))
      yield* Effect.yieldNow()
      yield* Deferred.fail(failing.go, "failed")
      expect(yield* Effect.forEach(both, Fiber.await)).toEqual([Exit.fail("failed"), Exit.fail("failed")])
    })
  )

  it.effect("goes on while one caller is left", () =>
    Effect.gen(function* () {
      const { runs, go, join } = yield* world("interrupt")
      const [one, two] = [yield* Effect.fork(join()), yield* Effect.fork(join())]
      yield* Effect.yieldNow()
      yield* Fiber.interrupt(one)
      yield* Deferred.succeed(go, 3)
      expect(yield* Fiber.join(two)).toBe(3)
      expect(yield* Ref.get(runs)).toBe(1)
    })
  )

  it.effect.each([
    ["interrupt", 0, 2],
    ["finish", 1, 1]
  ] as const)("without any callers left: %s", ([abandoned, finishedRuns, runsAfter]) =>
    Effect.gen(function* () {
      const { runs, finished, go, join } = yield* world(abandoned)
      const callers = yield* Effect.forEach([1, 2], () => Effect.fork(join()))
      yield* Effect.yieldNow()
      yield* Fiber.interruptAll(callers)
      const late = yield* Effect.fork(join())
      yield* Effect.yieldNow()
      expect(yield* Ref.get(runs)).toBe(runsAfter)
      yield* Fiber.interrupt(late)
      yield* Deferred.succeed(go, 5)
      yield* Effect.yieldNow()
      expect(yield* Ref.get(finished)).toBe(finishedRuns)
    })
  )
})
