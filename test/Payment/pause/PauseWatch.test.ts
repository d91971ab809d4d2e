/**
 * What a process takes over of the pauses that it reads.
 */
import { expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { type Pause, Pauses } from "../../../src/Pauses.ts"
import { PauseStore } from "../../../src/Payment/pause/PauseStore.ts"
import * as PauseWatch from "../../../src/Payment/pause/PauseWatch.ts"

const paused: ReadonlyArray<Pause> = [
  { kind: "capability", name: "fx.rates", reason: "a test", retryAfter: 60, since: new Date(0) }
]

it.effect.each<readonly [string, ReadonlyArray<Pause>, ReadonlyArray<Pause>]>([
  ["a pause", [], paused],
  ["the end of a pause", paused, []]
])("a look that began before %s does not undo it when it comes back late", ([, before, after]) =>
  Effect.gen(function* () {
    const isSlow = yield* Deferred.make<void>()
    let looks = 0
    const store = Layer.mock(PauseStore, {
      all: Effect.suspend(() => {
        looks += 1
        return looks === 1 ? Effect.as(Deferred.await(isSlow), before) : Effect.succeed(after)
      })
    })
    yield* Effect.gen(function* () {
      const periodic = yield* Effect.fork(PauseWatch.look)
      yield* Effect.yieldNow()
      yield* PauseWatch.look
      const { all } = yield* Pauses
      expect(all()).toEqual(after)
      yield* Deferred.succeed(isSlow, undefined)
      yield* Fiber.join(periodic)
      expect(all()).toEqual(after)
    }).pipe(Effect.provide(Layer.merge(store, Pauses.layer)))
  })
)
