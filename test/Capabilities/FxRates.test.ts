/**
 * Exchange rates in the caller's own order: rates, and pointers to what is refused.
 */
import { expect, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { FxRates } from "../../src/Capabilities/FxRates/index.ts"
import { QueryRefused } from "../../src/Providers/Errors.ts"
import { ReferenceRates } from "../../src/Providers/ports/ReferenceRates.ts"
import * as Cache from "../../src/Storage/Cache.ts"

it.effect("a refusal points into the caller's list, whatever the order asked of the provider", () =>
  Effect.gen(function* () {
    const { rates } = yield* FxRates
    const asked = { base: "EUR", currencies: ["USD", "ZZZ", "USD", "AAA"], date: Option.none() }
    expect(yield* Effect.flip(rates(asked))).toMatchObject({
      problems: [
        { pointer: "/currencies/3", message: "AAA" },
        { pointer: "/currencies/1", message: "ZZZ" },
        { pointer: "/base", message: "EUR" }
      ]
    })
  }).pipe(
    Effect.provide(
      FxRates.Default.pipe(
        Layer.provide(
          Layer.mock(ReferenceRates, {
            // The provider is asked for AAA, USD, ZZZ.
            rates: () =>
              new QueryRefused({
                provider: "frankfurter",
                problems: [
                  { pointer: "/currencies/0", message: "AAA" },
                  { pointer: "/currencies/2", message: "ZZZ" },
                  { pointer: "/base", message: "EUR" }
                ]
              })
          })
        ),
        Layer.provide(Cache.layerMemory)
      )
    )
  )
)
