/**
 * Gauges that are sampled: what is wrong with one sample ends neither its gauge nor the others.
 */
import { describe, expect, it } from "@effect/vitest"
import { Effect, Ref, TestClock } from "effect"
import * as Gauges from "../../src/Telemetry/Gauges.ts"
import * as Logs from "../support/Logs.ts"

describe("a sampler", () => {
  it.scoped("goes on after a defect, which is logged, and so do the others", () =>
    Logs.collected((logs) =>
      Effect.gen(function* () {
        const [broken, sound] = [yield* Ref.make(0), yield* Ref.make(0)]
        yield* Gauges.sample([
          Effect.flatMap(
            Ref.updateAndGet(broken, (n) => n + 1),
            (n) => (n === 1 ? Effect.die("odd") : Effect.void)
          ),
          Ref.update(sound, (n) => n + 1)
        ])
        yield* TestClock.adjust("10 seconds")
        expect([yield* Ref.get(broken), yield* Ref.get(sound)]).toEqual([3, 3])
        expect(logs.lines.map(({ level, text }) => `${level} ${text}`)).toEqual([
          expect.stringMatching(/^ERROR a gauge could not be sampled.*odd/s)
        ])
      })
    )
  )
})
