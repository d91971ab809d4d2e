/**
 * A provider that hangs while `MAX_CALLS` is small: it holds half of the calls, and the other half is for the others.
 */
import { readFileSync } from "node:fs"
import { expect, layer } from "@effect/vitest"
import { Effect, Fiber, Layer, Schedule } from "effect"
import * as Outbound from "../../src/Http/client/Outbound.ts"
import * as Live from "../../src/Live.ts"
import { Facilitator } from "../../src/Payment/facilitator/Facilitator.ts"
import * as Pacing from "../../src/Providers/client/Pacing.ts"
import { buy } from "../support/Buyer.ts"
import { answer, faultServer } from "../support/FaultServer.ts"
import { startWith, world } from "../support/Harness.ts"

const rates = (amount: number) => ({
  path: "/v1/fx/rates",
  amount: "2000",
  body: { base: "EUR", currencies: ["USD"], date: `2024-01-${10 + amount}` }
})

const place = { path: "/v1/geocode", amount: "2000", body: { mode: "forward", query: "Paris" } }

layer(world, { excludeTestServices: true, timeout: "60 seconds" })("a provider that hangs", (it) => {
  it.effect.each([
    ["4", 2],
    ["5", 3],
    ["1", 1]
  ] as const)("holds with MAX_CALLS=%s half of the calls, rounded up", ([maxCalls, half]) =>
    Effect.gen(function* () {
      const hanging = yield* faultServer(() => {})
      const places = yield* faultServer(
        answer(200, readFileSync("test/fixtures/photon/forward_paris_limit5_mixed_types.json", "utf8"), {
          "content-type": "application/json"
        })
      )
      const facilitator = yield* Facilitator
      const { url } = yield* startWith(
        Live.providers.pipe(
          Layer.provideMerge(Layer.succeed(Facilitator, facilitator)),
          Layer.provide(Pacing.layerMemory),
          Layer.provide(Outbound.layer)
        ),
        {
          environment: {
            MAX_CALLS: maxCalls,
            FRANKFURTER_URL: hanging.origin,
            PHOTON_URL: places.origin,
            PROVIDER_DEADLINE: "20 seconds"
          }
        }
      )
      const ask = (n: number) => Effect.promise(() => buy(url, rates(n)))
      const held = yield* Effect.forEach(Array.from({ length: half }), (_, n) => Effect.fork(ask(n)))
      yield* Effect.sync(() => hanging.requests.length).pipe(
        Effect.filterOrFail((count) => count === half),
        Effect.retry({ times: 1000, schedule: Schedule.spaced("10 millis") })
      )
      if (maxCalls !== "1") {
        const refused = yield* ask(half)
        expect([refused.status, refused.body.error?.code, refused.headers.get("payment-response")]).toEqual([
          502,
          "PROVIDER_UNAVAILABLE",
          null
        ])
        expect((yield* Effect.promise(() => buy(url, place))).status).toBe(200)
      }
      expect(hanging.requests.length).toBe(half)
      yield* Effect.forEach(held, Fiber.interruptFork, { discard: true })
    }).pipe(Effect.scoped)
  )
})
