/**
 * The budget holds whatever calls do at the same time, in one client and in several that share a journal: what was signed
 * and may be charged never exceeds a limit, at no time.
 */
import * as FastCheck from "effect/FastCheck"
import { describe, expect, it } from "vitest"
import { make } from "../../src/Client/Almanac.ts"
import type { CapabilityId } from "../../src/Client/Capability.ts"
import { capabilities } from "../../src/Client/generated/capabilities.ts"
import { memoryJournal } from "../../src/Client/index.ts"
import type { Journal } from "../../src/Client/journal/Journal.ts"
import type { Budget } from "../../src/Client/Options.ts"
import * as Usdc from "../../src/Resources/Usdc.ts"
import { challenge, clockAt, cut, failure, given, type Reply, sold, terms, walletOf } from "./Scripted.ts"

const inputs = {
  "fx.rates": { base: "EUR", currencies: ["USD"] },
  "academic.work": { doi: "10.4081/gh.2014.294" },
  research: { query: "COVID-19" }
} as const
type Id = keyof typeof inputs
const ids = ["fx.rates", "academic.work", "research"] as const

const atomic = (text: string) => Usdc.read(text) ?? 0n
const priceOf = (id: Id) => atomic(capabilities.find((one) => one.id === id)?.price ?? "")
const idOf = (path: string): Id =>
  ids.find((id) => capabilities.some((one) => one.id === id && one.path === path)) ?? "fx.rates"

const replies: Readonly<Record<string, () => Reply>> = {
  sold: () => sold(),
  given,
  refused: () => failure("PROVIDER_BAD_RESPONSE"),
  pending: () => failure("PAYMENT_SETTLEMENT_PENDING"),
  cut
}

const limit = FastCheck.integer({ min: 0, max: 120 }).map((thousandths) =>
  Usdc.format(BigInt(thousandths) * 1000n)
)
const optional = FastCheck.option(limit, { nil: undefined })
const budgets = FastCheck.record({
  perCall: optional,
  perDay: optional,
  perCapability: FastCheck.record({ "fx.rates": optional, research: optional })
})
const call = FastCheck.record({
  id: FastCheck.constantFrom(...ids),
  reply: FastCheck.constantFrom(...Object.keys(replies)),
  client: FastCheck.integer({ min: 0, max: 2 })
})

/** What may be charged, by nonce. */
class Held {
  readonly amounts = new Map<string, { readonly id: Id; readonly amount: bigint }>()

  sum(id?: Id) {
    return [...this.amounts.values()]
      .filter((one) => id === undefined || one.id === id)
      .reduce((total, { amount }) => total + amount, 0n)
  }

  /** Fails when a limit is exceeded. */
  hold({ perCall, perCapability = {}, perDay }: Budget) {
    const over = (most: string | undefined, sum: bigint) => most !== undefined && sum > atomic(most)
    expect(over(perDay, this.sum())).toBe(false)
    for (const { amount } of this.amounts.values()) expect(over(perCall, amount)).toBe(false)
    for (const id of ids) expect(over(perCapability[id], this.sum(id))).toBe(false)
  }
}

/** A service whose answer to a payment is told by the key. */
const serviceOf = (held: Held, budget: Budget, pause: <A>(value: A) => Promise<A>): typeof fetch => {
  return async (target, init) => {
    const path = new URL(String(target)).pathname
    // It is asked of an answer without a receipt: it has settled what has one.
    if (path.startsWith("/v1/payments/")) return pause(failure("NOT_FOUND"))
    const headers = new Headers(init?.headers)
    const header = headers.get("payment-signature")
    const id = idOf(path)
    const amount = priceOf(id).toString()
    if (header === null) {
      const resource = { url: `http://service.test${path}` }
      return pause(challenge({ accepted: { amount }, resource }))
    }
    const { payload } = JSON.parse(Buffer.from(header, "base64").toString())
    held.amounts.set(payload.authorization.nonce, { id, amount: BigInt(payload.authorization.value) })
    held.hold(budget)
    const reply = await pause(replies[headers.get("idempotency-key")?.split("-")[0] ?? ""]?.() ?? cut())
    if (reply instanceof Error) throw reply
    return reply
  }
}

/** Calls; what certainly was not charged is held no more when the call has ended. */
const buying = (held: Held, journal: Journal, budget: Budget, fetch: typeof globalThis.fetch) => {
  const wallet = walletOf()
  const signTypedData = async () => `0x${"11".repeat(65)}` as const
  const client = make(
    {
      baseUrl: "http://service.test",
      network: terms.network,
      wallet: { ...wallet, signTypedData },
      fetch,
      journal,
      budget,
      maxWait: 1000
    },
    clockAt()
  )
  const buy = async (id: CapabilityId & Id, reply: string, n: number): Promise<string> => {
    const key = `${reply}-${n}`
    const [ended] = await Promise.allSettled([client.call(id, inputs[id], { key })])
    const { nonce } = (await client.find(key)) ?? {}
    const error = ended?.status === "rejected" ? Object(ended.reason) : undefined
    const isCharged =
      error === undefined ? ended?.status === "fulfilled" && ended.value.charged : error.charged
    if (!isCharged && nonce !== undefined) held.amounts.delete(nonce)
    return error === undefined ? "bought" : error.code
  }
  return { client, buy }
}

describe("the budget", () => {
  it("holds in every interleaving of calls of clients that share a journal", async () => {
    let refused = 0
    let bought = 0
    await FastCheck.assert(
      FastCheck.asyncProperty(
        FastCheck.scheduler(),
        budgets,
        FastCheck.array(call, { minLength: 2, maxLength: 8 }),
        async (scheduler, budget, calls) => {
          const held = new Held()
          const pause = <A>(value: A) => scheduler.schedule(Promise.resolve(value))
          const inner = memoryJournal()
          const journal: Journal = {
            change: async (owner, decide) => pause(await inner.change(owner, decide))
          }
          const fetch = serviceOf(held, budget, pause)
          const clients = [0, 1, 2].map(() => buying(held, journal, budget, fetch))
          const all = Promise.all(calls.map(({ client, id, reply }, n) => clients[client]?.buy(id, reply, n)))
          const codes = await scheduler.waitFor(all)
          held.hold(budget)
          const left = await scheduler.waitFor(Promise.all(clients.map(({ client }) => client.spent())))
          for (const { today } of left) expect(atomic(today)).toBe(held.sum())
          refused += codes.filter((code) => code === "BUDGET_EXCEEDED").length
          bought += codes.filter((code) => code === "bought").length
        }
      )
    )
    expect([refused > 5, bought > 5]).toEqual([true, true])
  }, 60_000)

  it("refuses a call that would exceed it, and no other", async () => {
    await FastCheck.assert(
      FastCheck.asyncProperty(budgets, FastCheck.array(call, { maxLength: 8 }), async (budget, calls) => {
        const held = new Held()
        const journal = memoryJournal()
        const { buy } = buying(
          held,
          journal,
          budget,
          serviceOf(held, budget, async (value) => value)
        )
        for (const [n, { id, reply }] of calls.entries()) {
          const price = priceOf(id)
          const { perCall, perCapability, perDay } = budget
          const ofId: Readonly<Record<string, string | undefined>> = perCapability
          const fits = (most: string | undefined, taken: bigint) =>
            most === undefined || taken + price <= atomic(most)
          const isRefused = !(fits(perCall, 0n) && fits(perDay, held.sum()) && fits(ofId[id], held.sum(id)))
          expect((await buy(id, reply, n)) === "BUDGET_EXCEEDED").toBe(isRefused)
        }
      })
    )
  }, 60_000)

  it("is that of the day, in UTC", async () => {
    const held = new Held()
    const clock = clockAt(Date.parse("2026-11-29T23:59:50Z"))
    const budget = { perDay: "0.002" }
    const client = make(
      {
        baseUrl: "http://service.test",
        network: terms.network,
        wallet: walletOf(),
        fetch: serviceOf(held, {}, async (value) => value),
        budget
      },
      clock
    )
    const buy = (key: string) => client.call("fx.rates", inputs["fx.rates"], { key })
    await buy("sold-1")
    await expect(buy("sold-2")).rejects.toMatchObject({
      name: "BudgetExceeded",
      limit: "perDay",
      asked: "0.002",
      left: "0",
      charged: false,
      message: "the call costs 0.002 USDC, 0 USDC are left of the limit perDay"
    })
    expect(await client.spent()).toEqual({
      day: "2026-11-29",
      today: "0.002",
      open: "0",
      byCapability: { "fx.rates": "0.002" },
      left: { perDay: "0", perCapability: {} }
    })
    clock.time += 10_000
    expect(await client.spent()).toMatchObject({ day: "2026-11-30", today: "0", left: { perDay: "0.002" } })
    await buy("sold-3")
  })
})
