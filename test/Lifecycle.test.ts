/**
 * What a stop waits for.
 */
import { describe, expect, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber, Option } from "effect"
import { Lifecycle } from "../src/Lifecycle.ts"

const { layer } = Lifecycle

const endings = [
  ["success", Effect.void],
  ["failure", Effect.fail("failed")],
  ["a defect", Effect.die("bug")],
  ["interruption", Effect.interrupt]
] as const

describe("a stop", () => {
  it.effect("ends at once when nothing is under way, and then says that it is stopping", () =>
    Effect.gen(function* () {
      const lifecycle = yield* Lifecycle
      expect(lifecycle.isDraining()).toBe(false)
      yield* lifecycle.drain
      expect(lifecycle.isDraining()).toBe(true)
    }).pipe(Effect.provide(layer))
  )

  it.effect("that was announced is not taken back with the word that the operator takes back", () =>
    Effect.gen(function* () {
      const lifecycle = yield* Lifecycle
      yield* lifecycle.setAside(true)
      expect([lifecycle.isReady(), lifecycle.isStopping()]).toEqual([false, false])
      yield* lifecycle.setAside(false)
      expect([lifecycle.isReady(), lifecycle.isStopping()]).toEqual([true, false])
      yield* lifecycle.announceStop
      yield* lifecycle.setAside(false)
      expect([lifecycle.isReady(), lifecycle.isStopping()]).toEqual([false, true])
    }).pipe(Effect.provide(layer))
  )

  it.effect("waits for what was started in the background, even before it begins", () =>
    Effect.gen(function* () {
      const lifecycle = yield* Lifecycle
      const go = yield* Deferred.make<void>()
      yield* lifecycle.forkTracked(Deferred.await(go))
      const stop = yield* Effect.fork(lifecycle.drain)
      yield* Effect.yieldNow()
      expect(Option.isNone(yield* Fiber.poll(stop))).toBe(true)
      yield* Deferred.succeed(go, undefined)
      expect(yield* Fiber.await(stop)).toEqual(Exit.void)
    }).pipe(Effect.provide(layer))
  )

  it.effect.each(endings)("waits for an effect that ends by %s", ([, ending]) =>
    Effect.gen(function* () {
      const lifecycle = yield* Lifecycle
      const go = yield* Deferred.make<void>()
      const tracked = lifecycle.track(Effect.zipRight(Deferred.await(go), ending))
      const work = yield* Effect.fork(tracked)
      const quick = yield* Effect.fork(lifecycle.track(Effect.void))
      yield* Fiber.await(quick)
      const stop = yield* Effect.fork(lifecycle.drain)
      yield* Effect.yieldNow()
      expect(Option.isNone(yield* Fiber.poll(stop))).toBe(true)
      yield* Deferred.succeed(go, undefined)
      yield* Fiber.await(work)
      expect(yield* Fiber.await(stop)).toEqual(Exit.void)
    }).pipe(Effect.provide(layer))
  )
})
