/**
 * A service whose `PUBLIC_URL` has a path, behind a proxy that takes the path away: buyers pay for the resource that the
 * challenge names.
 */
import { expect, layer } from "@effect/vitest"
import { ExactEvmScheme } from "@x402/evm/exact/client"
import { wrapFetchWithPayment, x402Client } from "@x402/fetch"
import { Context, Effect, Layer } from "effect"
import { almanac } from "../../../src/Client/index.ts"
import { call, payment, question } from "../../support/Buyer.ts"
import { buyers, type Running, start, world } from "../../support/Harness.ts"
import { asset, payer } from "../../support/SignedPayment.ts"

const publicUrl = "https://almanac.example/below"

class Almanac extends Context.Tag("test/BelowPath/Almanac")<Almanac, Running>() {}

const service = Layer.scoped(Almanac, start({ environment: { PUBLIC_URL: publicUrl } })).pipe(
  Layer.provideMerge(world)
)

/** The proxy. */
const through =
  (service: string): typeof globalThis.fetch =>
  (target, init) => {
    const url = target instanceof Request ? target.url : String(target)
    expect(url.startsWith(`${publicUrl}/`)).toBe(true)
    const inner = url.replace(publicUrl, service)
    return fetch(target instanceof Request ? new Request(inner, target) : inner, init)
  }

const expected = { base: "EUR", date: "2022-06-29", rates: { USD: 2.5, GBP: 1.5 } }

layer(service, { excludeTestServices: true })("a service below a path", (it) => {
  it.effect("sells to the stock client", () =>
    Effect.gen(function* () {
      const { url } = yield* Almanac
      const client = new x402Client().register("eip155:*", new ExactEvmScheme(buyers[1] ?? payer))
      const bought = yield* Effect.promise(async () => {
        const response = await wrapFetchWithPayment(through(url), client)(`${publicUrl}/v1/fx/rates`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(question)
        })
        return { status: response.status, body: await response.json() }
      })
      expect(bought).toMatchObject({ status: 200, body: { data: expected } })
    })
  )

  it.effect("sells to the client of this project", () =>
    Effect.gen(function* () {
      const { url } = yield* Almanac
      const client = almanac({
        baseUrl: publicUrl,
        network: asset.network,
        wallet: buyers[2] ?? payer,
        fetch: through(url)
      })
      expect(yield* Effect.promise(() => client.quote("fx.rates", question))).toMatchObject({
        price: "0.002"
      })
      const bought = yield* Effect.promise(() => client.fx.rates(question))
      expect(bought).toMatchObject({ data: expected, charged: true })
    })
  )

  it.effect("takes no payment for another path, above it either", () =>
    Effect.gen(function* () {
      const { url } = yield* Almanac
      for (const path of ["/v1/fx/rates", "/below/v1/holidays", "/below/below/v1/fx/rates"]) {
        const resource = { url: `https://almanac.example${path}` }
        const header = yield* Effect.promise(() => payment({ members: { resource } }))
        const { status, body } = yield* Effect.promise(() => call(url, header))
        expect([status, body.error?.details?.reason]).toEqual([402, "resource_mismatch"])
      }
    })
  )
})
