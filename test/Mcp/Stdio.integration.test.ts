/**
 * What the tools over stdio do with the buyer's money: within limits that they say, once for a call that repeats, and never
 * again for one whose answer got lost.
 */
import { expect, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { memoryJournal } from "../../src/Client/index.ts"
import { make, type StdioOptions } from "../../src/Mcp/stdio/Stdio.ts"
import { nextBuyer, question } from "../support/Buyer.ts"
import { Knobs, type Running, start, world } from "../support/Harness.ts"
import { asset } from "../support/SignedPayment.ts"

class Almanac extends Context.Tag("test/Almanac")<Almanac, Running>() {}

const service = Layer.scoped(Almanac, start()).pipe(Layer.provideMerge(world))

/** Calls a tool of a server that is made with these options. */
const tools = (options: Omit<StdioOptions, "baseUrl" | "network">, now?: () => number) =>
  Effect.map(Almanac, ({ url }) => {
    const { said, served } = make({ baseUrl: url, network: asset.network, ...options }, now)
    const call = (name: string, given: object) =>
      Effect.promise(async () => {
        const result = await served.call({
          name,
          arguments: { ...given },
          meta: {},
          takesPaymentRequired: false,
          signal: new AbortController().signal
        })
        const [text] = result?.content ?? []
        return { result, json: JSON.parse(text?.text ?? "null"), text: text?.text }
      })
    return { said, served, call }
  })

layer(service, { excludeTestServices: true, timeout: "5 minutes" })("tools over stdio", (it) => {
  it.effect("say the limits that hold because nobody has set any", () =>
    Effect.gen(function* () {
      const wallet = nextBuyer()
      const { call, said } = yield* tools({ wallet })
      expect(said).toEqual([
        "no limit was set for a call and a day (UTC): at most 0.10 USDC a call and 1.00 USDC a day (UTC)"
      ])
      expect((yield* call("almanac_budget", {})).json).toMatchObject({
        perCall: "0.10",
        perDay: "1.00",
        today: "0",
        left: { perDay: "1" },
        openPurchases: []
      })
      const { said: other } = yield* tools({ wallet, budget: { perCall: "0.01", perDay: "0.02" } })
      expect(other).toEqual([])
    })
  )

  it.effect("without a wallet list and quote, and say how to pay", () =>
    Effect.gen(function* () {
      const { call, said, served } = yield* tools({})
      expect(said.join()).toContain("ALMANAC_PRIVATE_KEY")
      expect(served.tools("modern").map(({ name }) => name)).toHaveLength(19)
      expect(served.tools("modern").every(({ annotations }) => annotations.readOnlyHint)).toBe(true)
      expect((yield* call("almanac_quote", { tool: "fx_rates", arguments: question })).json).toMatchObject({
        price: "0.002",
        valid: true
      })
      const { json, result } = yield* call("fx_rates", question)
      expect(result?.isError).toBe(true)
      expect(json.error).toMatchObject({ code: "NOT_OFFERED", charged: false })
      expect(json.error.advice).toContain("ALMANAC_PRIVATE_KEY")
    })
  )

  it.effect("buy once for a call that repeats, and anew when that is wanted or time has passed", () =>
    Effect.gen(function* () {
      const knobs = yield* Knobs
      knobs.reset()
      let ahead = 0
      const { call, served } = yield* tools({ wallet: nextBuyer() }, () => Date.now() + ahead)
      expect(served.tools("modern").find(({ name }) => name === "fx_rates")?.annotations.readOnlyHint).toBe(
        false
      )
      const first = yield* call("fx_rates", question)
      expect(first.result?._meta?.["x402/payment-response"]).toMatchObject({ success: true })
      expect(JSON.stringify(first.result?.structuredContent)).toBe(first.text)
      const [again, alike] = yield* Effect.all(
        [call("fx_rates", { ...question }), call("fx_rates", { currencies: "USD,GBP", base: "EUR" })],
        { concurrency: "unbounded" }
      )
      expect([again.text, alike.text]).toEqual([first.text, first.text])
      expect(knobs.calls.settle).toBe(1)
      const fresh = yield* call("fx_rates", { ...question, fresh: true })
      expect([fresh.text === first.text, knobs.calls.settle]).toEqual([false, 2])
      ahead = 600_000
      const later = yield* call("fx_rates", question)
      expect([later.text === first.text, knobs.calls.settle]).toEqual([false, 3])
      // Equal calls at the same time are one purchase.
      const other = { ...question, base: "USD" }
      const both = yield* Effect.all([call("fx_rates", other), call("fx_rates", other)], {
        concurrency: "unbounded"
      })
      expect([both[0].text === both[1].text, knobs.calls.settle]).toEqual([true, 4])
      expect((yield* call("almanac_budget", {})).json).toMatchObject({ today: "0.008" })
    })
  )

  it.effect("finish a purchase whose answer got lost, however long ago, and by its key", () =>
    Effect.gen(function* () {
      const knobs = yield* Knobs
      knobs.reset()
      let isCut = true
      let ahead = 0
      const lossy: typeof fetch = async (input, init) => {
        const response = await fetch(input, init)
        if (isCut && new Headers(init?.headers).has("payment-signature")) throw new TypeError("cut")
        return response
      }
      const options = { wallet: nextBuyer(), journal: memoryJournal(), fetch: lossy, maxWait: 1 }
      const lost = yield* (yield* tools(options)).call("fx_rates", question)
      // It has asked what became of the payment.
      expect(lost.json.error).toMatchObject({ charged: true, key: expect.any(String) })
      expect(lost.json.error.advice).toContain(lost.json.error.key)
      isCut = false
      // Another process, with the journal.
      const { call } = yield* tools(options, () => Date.now() + ahead)
      ahead = 3_600_000
      const found = yield* call("fx_rates", question)
      expect(found.result?._meta?.["x402/payment-response"]).toMatchObject({ success: true })
      const resumed = yield* call("almanac_resume", { key: lost.json.error.key })
      expect([resumed.text, knobs.calls.settle]).toEqual([found.text, 1])
      // Its answer has come, so that it is bought anew.
      const anew = yield* call("fx_rates", question)
      expect([anew.text === found.text, knobs.calls.settle]).toEqual([false, 2])
      expect((yield* call("almanac_resume", { key: "none" })).json.error).toMatchObject({
        code: "UNKNOWN_KEY",
        charged: false
      })
    })
  )

  it.effect("sign nothing beyond the budget, and tell what is left", () =>
    Effect.gen(function* () {
      const knobs = yield* Knobs
      knobs.reset()
      const { call } = yield* tools({ wallet: nextBuyer(), budget: { perCall: "0.002", perDay: "0.003" } })
      expect((yield* call("weather", { latitude: 1, longitude: 1 })).json.error.code).toBe("BUDGET_EXCEEDED")
      expect((yield* call("fx_rates", question)).result?.isError).toBeUndefined()
      const refused = yield* call("fx_rates", { ...question, base: "USD" })
      expect(refused.json.error).toMatchObject({ code: "BUDGET_EXCEEDED", charged: false })
      expect(refused.json.error.message).toContain("0.001 USDC are left")
      expect(knobs.calls.settle).toBe(1)
    })
  )

  it.effect("buy nothing while it is unclear whether the answer is to be a new one", () =>
    Effect.gen(function* () {
      const knobs = yield* Knobs
      knobs.reset()
      const { call } = yield* tools({ wallet: nextBuyer(), tools: "fx_rates,almanac_call,almanac_quote" })
      for (const fresh of ["yes", 1, 0, null, [], {}]) {
        const given = { ...question, fresh }
        const refused = { code: "VALIDATION_FAILED", message: "/fresh must be true or false", charged: false }
        for (const { json } of [
          yield* call("fx_rates", given),
          yield* call("almanac_call", { tool: "fx_rates", arguments: given }),
          yield* call("almanac_quote", { tool: "fx_rates", arguments: given })
        ])
          expect([fresh, json.error]).toEqual([fresh, refused])
      }
      expect(knobs.calls.settle).toBe(0)
      const texts: Array<string | undefined> = []
      for (const fresh of [false, "false", "true"])
        texts.push((yield* call("fx_rates", { ...question, fresh })).text)
      expect([texts[0] === texts[1], texts[1] === texts[2], knobs.calls.settle]).toEqual([true, false, 2])
    })
  )

  it.effect("are refused by names that are none", () =>
    Effect.gen(function* () {
      const { call, served } = yield* tools({ tools: "gateway" })
      expect(served.tools("legacy").map(({ name }) => name)).toEqual([
        "almanac_list",
        "almanac_describe",
        "almanac_call"
      ])
      expect((yield* call("fx_rates", question)).result).toBeUndefined()
      expect((yield* call("almanac_call", { tool: "nope" })).json.error.message).toContain("fx_rates")
      expect(() => make({ baseUrl: "http://localhost", network: asset.network, tools: "nope" })).toThrow(
        "tools must be gateway"
      )
    })
  )
})
