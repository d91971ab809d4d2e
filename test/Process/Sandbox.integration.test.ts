/**
 * The sandbox and the program that pays, as a stranger uses them. `test/Docs` starts the sandbox by README's command.
 */
import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { privateKeyToAccount } from "viem/accounts"
import { describe } from "vitest"
import { freePort } from "../../scripts/process/FreePort.ts"
import { run } from "../../scripts/process/Spawned.ts"
import { buyers as sandboxBuyers, seller } from "../../src/Sandbox/Accounts.ts"
import { payment, post } from "../support/Buyer.ts"
import * as Program from "../support/process/Program.ts"

/** A purchase: capability and body. Those of README and docs are made by `test/Docs`. */
const purchase = ["fx.rates", '{"base":"EUR","currencies":["USD","GBP"]}'] as const

describe("the sandbox", () => {
  it.scopedLive(
    "says what it is, and sells: a payment that was not charged pays for the next call, and the program that pays tells all",
    () =>
      Effect.gen(function* () {
        const port = yield* freePort
        const sandbox = yield* Program.sandbox({ PORT: String(port) })
        yield* Effect.promise(() => sandbox.prints(/ALMANAC SANDBOX[\s\S]*npm run almanac/))
        const baseUrl = `http://localhost:${port}`
        const list = yield* Effect.promise(() => fetch(`${baseUrl}/v1/capabilities`))
        expect(list.headers.get("x-sandbox")).toBe("true")
        expect(yield* Effect.promise(() => list.json())).toMatchObject({
          data: {
            network: {
              name: "sandbox",
              caip2: "eip155:84532",
              facilitatorUrl: `${baseUrl}/sandbox/facilitator`
            }
          }
        })
        expect((yield* Effect.promise(() => fetch(`${baseUrl}/sandbox/facilitator/supported`))).status).toBe(
          200
        )

        const turn = (provider: string, on: boolean) =>
          Effect.promise(() =>
            fetch(`${baseUrl}/sandbox/providers`, { method: "POST", body: JSON.stringify({ provider, on }) })
          )
        const search = { path: "/v1/academic/search", amount: "10000", body: { query: "climate" } }
        const [account] = sandboxBuyers
        const header = () =>
          payment({
            amount: search.amount,
            account: privateKeyToAccount(account.privateKey),
            payTo: seller.address
          })
        yield* turn("openalex", false)
        const fallback = yield* Effect.promise(async () =>
          post(`${baseUrl}${search.path}`, await header(), search.body)
        )
        expect(fallback.status).toBe(200)
        expect(fallback.text).toContain('"source":"crossref"')
        yield* turn("crossref", false)
        const other = { query: "new climate" }
        const unpaid = yield* Effect.promise(header)
        const failed = yield* Effect.promise(() => post(`${baseUrl}${search.path}`, unpaid, other))
        expect([failed.status, failed.body.error?.code, failed.headers.get("payment-response")]).toEqual([
          502,
          "PROVIDER_UNAVAILABLE",
          null
        ])
        yield* turn("openalex", true)
        yield* turn("crossref", true)
        const again = yield* Effect.promise(() => post(`${baseUrl}${search.path}`, unpaid, other))
        expect(again.status).toBe(200)
        expect(again.headers.get("payment-response")).not.toBeNull()

        const pay = yield* Program.start("scripts/pay.ts", { BASE_URL: baseUrl }, ...purchase)
        const code = yield* Effect.promise(() => pay.ends)
        expect(code, pay.output()).toBe(0)
        expect(pay.output()).toContain("HTTP 200")
        expect(pay.output()).toContain("success: true")
        const [, asks = ""] = /^what became of it: curl '(.*)'$/m.exec(pay.output()) ?? []
        const status = yield* Effect.promise(async () => (await fetch(asks)).json())
        expect(status).toMatchObject({ data: { state: "settled" } })
        expect(pay.output()).toMatch(/^Cache-Status: almanac; fwd=miss$/m)
        const [before, after] = [...pay.output().matchAll(/^balance \w+: ([\d.]+) USDC$/gm)].map(([, text]) =>
          Number(text)
        )
        expect(before).toBeGreaterThan(after ?? Number.NaN)

        // Whoever reads only its first line gets that, and no complaint about the rest.
        const program = yield* Effect.promise(() => Program.bundleOf("scripts/pay.ts"))
        const cut = run(
          "bash",
          ["-c", 'set -o pipefail; "$@" | head -1', "-", process.execPath, program, ...purchase],
          { BASE_URL: baseUrl }
        )
        expect(yield* Effect.promise(() => cut.ends)).toBe(0)
        expect(cut.output().trim().split("\n")).toEqual([expect.stringContaining(`fx.rates at ${baseUrl}`)])
      }),
    240_000
  )

  it.scopedLive("is for this machine alone", () =>
    Effect.gen(function* () {
      const sandbox = yield* Program.sandbox({ HOST: "0.0.0.0", PUBLIC_URL: "https://almanac.example" })
      expect(yield* Effect.promise(() => sandbox.ends)).toBe(1)
      expect(sandbox.output()).toContain("HOST must be a loopback address")
    })
  )
})
