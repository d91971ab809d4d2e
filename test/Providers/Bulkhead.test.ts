import { expect, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { describe } from "vitest"
import * as Bulkhead from "../../src/Providers/client/Bulkhead.ts"

describe("Bulkhead", () => {
  it.effect("refuses what is too much, and has room again after success, failure and interruption", () =>
    Effect.gen(function* () {
      const guard = Bulkhead.make("openalex", 2)
      const refusal = Effect.map(Effect.flip(guard(Effect.succeed("?"))), (error) => String(error))
      const first = yield* Deferred.make<string, string>()
      const second = yield* Deferred.make<string, string>()
      const fibers = [
        yield* Effect.fork(guard(Deferred.await(first))),
        yield* Effect.fork(guard(Deferred.await(second)))
      ] as const
      yield* Effect.yieldNow()
      expect(yield* refusal).toContain("too many calls under way")

      yield* Deferred.succeed(first, "done")
      expect(yield* Fiber.await(fibers[0])).toEqual(Exit.succeed("done"))
      expect(yield* guard(Effect.succeed("again"))).toBe("again")

      yield* Deferred.fail(second, "failed")
      expect(yield* Fiber.await(fibers[1])).toEqual(Exit.fail("failed"))
      const waiting = [
        yield* Effect.fork(guard(Effect.never)),
        yield* Effect.fork(guard(Effect.never))
      ] as const
      yield* Effect.yieldNow()
      expect(yield* refusal).toContain("too many calls under way")
      yield* Fiber.interrupt(waiting[0])
      expect(yield* guard(Effect.succeed("again"))).toBe("again")
    })
  )
})
