/**
 * prism between a stock buyer and the sandbox: it holds every request and answer to the OpenAPI document.
 */
import { expect, layer } from "@effect/vitest"
import { ExactEvmScheme } from "@x402/evm/exact/client"
import { wrapFetchWithPayment, x402Client } from "@x402/fetch"
import { Context, Effect, Layer } from "effect"
import { privateKeyToAccount } from "viem/accounts"
import { freePort } from "../../scripts/process/FreePort.ts"
import { stop } from "../../scripts/process/Spawned.ts"
import { registeredCapabilities } from "../../src/Api/CapabilityRegistry.ts"
import { buyers } from "../../src/Sandbox/Accounts.ts"
import * as Almanac from "../support/process/Almanac.ts"
import * as Program from "../support/process/Program.ts"
import * as Stranger from "../support/process/Stranger.ts"

/** Where prism listens, before the sandbox. */
class Prism extends Context.Tag("test/Prism")<Prism, string>() {
  static readonly layer = Layer.scoped(
    Prism,
    Effect.gen(function* () {
      const url = yield* Almanac.urlOf(yield* Program.sandbox({ PORT: "0" }))
      const port = yield* freePort
      yield* Effect.acquireRelease(
        Effect.promise(async () => {
          const spawned = await Stranger.start("prism", [
            ...["proxy", `${url}/openapi.json`, url, "--errors", "-p", String(port)]
          ])
          await spawned.prints(/Prism is listening/)
          return spawned
        }),
        (spawned) => Effect.promise(() => stop(spawned))
      )
      return `http://127.0.0.1:${port}`
    })
  )
}

const account = privateKeyToAccount(buyers[0].privateKey)
const pay = wrapFetchWithPayment(fetch, new x402Client().register("eip155:*", new ExactEvmScheme(account)))

/** A violation is a 500 of prism's own. */
const shown = async (response: Response) => {
  const text = await response.text()
  return [response.status, /#VIOLATIONS/.test(text) ? text : ""]
}

layer(Prism.layer, { timeout: "10 minutes" })("prism", (it) => {
  for (const { facts, path } of registeredCapabilities) {
    it.effect(
      `finds ${facts.id} as it is described: unpaid, quoted, paid, and wrong`,
      () =>
        Effect.gen(function* () {
          const url = yield* Prism
          const call = (buy: typeof fetch, body: object, headers: Record<string, string> = {}) =>
            Effect.promise(async () =>
              shown(
                await buy(`${url}${path}`, {
                  method: "POST",
                  headers: { "content-type": "application/json", ...headers },
                  body: JSON.stringify(body)
                })
              )
            )
          const { request } = facts.example
          expect(yield* call(fetch, request)).toEqual([402, ""])
          expect(yield* call(fetch, request, { prefer: "quote" })).toEqual([402, ""])
          expect(
            yield* call(pay, request, { "idempotency-key": `prism-${facts.id.replace(".", "-")}-0123` })
          ).toEqual([200, ""])
          // It judges requests too, and lets none through that the document forbids.
          expect(yield* call(fetch, { stranger: 1 })).toEqual([422, ""])
        }),
      120_000
    )
  }

  it.effect.each(["/v1/capabilities", "/health", "/health/ready", "/health/serving"])(
    "finds %s as it is described",
    (path) =>
      Effect.gen(function* () {
        const url = yield* Prism
        expect(yield* Effect.promise(async () => shown(await fetch(`${url}${path}`)))).toEqual([200, ""])
      }),
    120_000
  )
})
