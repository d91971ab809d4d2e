/**
 * A capability on a mock provider, without network or database.
 */
import { expect, it } from "@effect/vitest"
import { Effect, Exit, Layer, Option } from "effect"
import { FxRates } from "../src/Capabilities/FxRates/index.ts"
import { ProviderTimeout } from "../src/Providers/Errors.ts"
import { ReferenceRates } from "../src/Providers/ports/ReferenceRates.ts"
import * as Cache from "../src/Storage/Cache.ts"

const asked = { base: "EUR", currencies: ["USD"], date: Option.none() }

/** The capability on a provider of the test's. */
const on = (provider: Layer.Layer<ReferenceRates>) =>
  FxRates.Default.pipe(Layer.provide(provider), Layer.provide(Cache.layerMemory))

it.effect("rates come from the provider", () =>
  Effect.gen(function* () {
    const { rates } = yield* FxRates
    expect((yield* rates(asked)).value.rates).toEqual({ USD: 1.0517 })
  }).pipe(
    Effect.provide(
      on(
        Layer.mock(ReferenceRates, {
          rates: () => Effect.succeed({ base: "EUR", date: "2022-06-29", rates: { USD: 1.0517 } })
        })
      )
    )
  )
)

it.effect("a provider that is late is told", () =>
  Effect.gen(function* () {
    const { rates } = yield* FxRates
    expect(yield* Effect.flip(rates(asked))).toMatchObject({ _tag: "ProviderTimeout" })
  }).pipe(
    Effect.provide(
      on(
        Layer.mock(ReferenceRates, {
          rates: () => new ProviderTimeout({ provider: "frankfurter", reason: "test" })
        })
      )
    )
  )
)

it.effect("a call that was not expected is a defect", () =>
  Effect.gen(function* () {
    const { rates } = yield* FxRates
    expect(Exit.isFailure(yield* Effect.exit(rates(asked)))).toBe(true)
  }).pipe(Effect.provide(on(Layer.mock(ReferenceRates, {}))))
)
