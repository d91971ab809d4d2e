/**
 * After a crash, an abort, a lost connection: the purchase is finished with the payment that it has, and nothing is signed
 * anew but where the service says that it has not taken it.
 */
import { describe, expect, it } from "vitest"
import type { Almanac } from "../../src/Client/Almanac.ts"
import { memoryJournal } from "../../src/Client/index.ts"
import type { Journal } from "../../src/Client/journal/Journal.ts"
import { challenge, clockAt, cut, failure, given, input, type Script, scripted, sold } from "./Scripted.ts"

const key = "order-1"

/** The error of a call that fails. */
const failed = async (call: Promise<unknown>) =>
  call.then(
    () => ({ code: "none", charged: undefined }),
    (error: unknown): { readonly code: string; readonly charged: unknown } => Object(error)
  )

/** A call of which nothing came back; the client is gone, the journal is there. */
const crashed = async (journal: Journal, clock = clockAt()) => {
  const first = scripted({ paid: [cut] }, { journal, maxWait: 1000 }, clock)
  await failed(first.client.call("fx.rates", input, { key }))
  const [payment] = first.sent
  if (payment === undefined) throw new Error("nothing was sent")
  return payment
}

/** A program started later, with the same journal. */
const restarted = async (script: Script, later = 0) => {
  const journal = memoryJournal()
  const clock = clockAt()
  const payment = await crashed(journal, clock)
  clock.time += later * 1000
  return { ...scripted(script, { journal }, clock), payment }
}

const expired = () =>
  failure("PAYMENT_INVALID", {}, { reason: "invalid_exact_evm_payload_authorization_valid_before" })

const resumes: ReadonlyArray<readonly [how: string, finish: (client: Almanac) => Promise<unknown>]> = [
  ["resume", (client) => client.resume(key)],
  ["a call under the same key", (client) => client.call("fx.rates", input, { key })]
]

describe.each(resumes)("by %s", (_, finish) => {
  it("an open purchase is finished with the same bytes: nothing is asked, nothing signed", async () => {
    const { client, payment, seen, sent, signed } = await restarted({})
    expect(await client.open()).toMatchObject([{ key, state: "open", amount: "0.002", id: "fx.rates" }])
    await finish(client)
    expect([sent, signed, seen]).toEqual([[payment], [], { unpaid: 0, status: 0 }])
    expect(await client.open()).toEqual([])
    expect(await client.spent()).toMatchObject({ today: "0.002", open: "0" })
  })

  it("a purchase that was charged gives its answer again, long after its window", async () => {
    const { client, clock, payment, sent, signed } = await restarted({})
    await finish(client)
    clock.time += 80_000_000
    await finish(client)
    expect([sent, signed]).toEqual([[payment, payment], []])
    expect((await client.find(key))?.state).toBe("charged")
  })

  const signing = [
    ["released", true],
    [undefined, true],
    ["reserved", false],
    ["settling", false],
    ["settled", false],
    ["presumed_settled", false],
    ["failed", false],
    ["unknown", false]
  ] as const
  it.each(signing)(
    "after the window of a payment whose status is %s, it is signed anew: %s",
    async (state, isAnew) => {
      const { client, payment, sent, signed } = await restarted({ states: [state] }, 400)
      await finish(client)
      expect(signed).toHaveLength(isAnew ? 1 : 0)
      expect(sent).toHaveLength(1)
      const [last] = sent
      expect(last?.nonce).toBe(payment.nonce)
      expect((last?.validBefore ?? 0) > payment.validBefore).toBe(isAnew)
      expect(last?.header === payment.header).toBe(!isAnew)
    }
  )

  it("after the window, nothing is signed when the status cannot be told", async () => {
    const { client, payment, sent, signed } = await restarted({ paid: [expired], states: ["?"] }, 400)
    expect(await failed(finish(client))).toMatchObject({ code: "PAYMENT_INVALID", charged: "unknown" })
    expect([sent, signed]).toEqual([[payment], []])
  })

  it("the price has changed: it is not signed anew", async () => {
    const dearer = () => challenge({ accepted: { amount: "1999" } })
    const { client, sent, signed } = await restarted({ unpaid: [dearer] }, 400)
    expect(await failed(finish(client))).toMatchObject({ code: "NOT_OFFERED", reason: "CHANGED" })
    expect([sent, signed]).toEqual([[], []])
  })

  it("a purchase that certainly was not charged is bought with the same nonce", async () => {
    const { client, sent, signed } = scripted({
      paid: [() => failure("PROVIDER_BAD_RESPONSE"), () => sold()]
    })
    await failed(client.call("fx.rates", input, { key }))
    expect((await client.find(key))?.state).toBe("free")
    await finish(client)
    expect(signed).toHaveLength(1)
    expect(sent[1]).toEqual(sent[0])
  })

  it("a purchase that was reserved and never signed is signed", async () => {
    const journal = memoryJournal()
    const clock = clockAt()
    const wallet = { ...scripted().wallet, signTypedData: () => new Promise<never>(() => {}) }
    const dead = scripted({}, { journal, wallet }, clock).client.call("fx.rates", input, { key })
    // It ends with its wait, long after the test.
    dead.catch(() => undefined)
    await expect.poll(() => scripted({}, { journal }, clock).client.open()).toHaveLength(1)
    const { client, sent, signed } = scripted({}, { journal }, clock)
    await finish(client)
    expect([sent.length, signed.length]).toEqual([1, 1])
    expect(await client.spent()).toMatchObject({ today: "0.002" })
  })
})

describe("a payment that the service calls expired", () => {
  it("is signed anew once, where its status says that it was not taken", async () => {
    const { client, sent, signed } = scripted({ paid: [expired, () => sold()], states: ["released"] })
    await client.call("fx.rates", input)
    expect([sent.length, signed.length, new Set(sent.map(({ nonce }) => nonce)).size]).toEqual([2, 2, 1])
  })

  it("is signed anew no second time", async () => {
    const { client, sent, signed } = scripted({ paid: [expired], states: ["released"] })
    expect(await failed(client.call("fx.rates", input))).toMatchObject({
      code: "PAYMENT_INVALID",
      charged: false
    })
    expect([sent.length, signed.length]).toEqual([2, 2])
  })

  it("is not signed anew where it may have been taken", async () => {
    const { client, sent, signed } = scripted({ paid: [expired], states: ["settling"] })
    expect(await failed(client.call("fx.rates", input, { key }))).toMatchObject({ charged: "unknown" })
    expect([sent.length, signed.length]).toEqual([1, 1])
  })
})

describe("what was sent and lost", () => {
  it("counts until its window is over and its status says that it was not taken", async () => {
    const paid = [() => failure("WORK_NOT_FOUND")]
    const { client, clock, sent } = await restarted({ paid, states: ["released"] })
    expect(await failed(client.resume(key))).toMatchObject({ code: "WORK_NOT_FOUND", charged: "unknown" })
    expect(await client.spent()).toMatchObject({ open: "0.002" })
    clock.time += 260_000
    expect(await failed(client.resume(key))).toMatchObject({ code: "WORK_NOT_FOUND", charged: "unknown" })
    clock.time += 400_000
    expect(await failed(client.resume(key))).toMatchObject({ code: "WORK_NOT_FOUND", charged: false })
    expect(await client.find(key)).toMatchObject({ state: "free" })
    expect(new Set(sent.map(({ nonce }) => nonce)).size).toBe(1)
  })

  it("is reserved anew on another day, where the budget of that day has room", async () => {
    const journal = memoryJournal()
    const clock = clockAt()
    await crashed(journal, clock)
    clock.time += 86_400_000
    const { client, sent, signed } = scripted({}, { journal, budget: { perDay: "0.003" } }, clock)
    await client.call("fx.rates", input)
    expect(await failed(client.resume(key))).toMatchObject({ code: "BUDGET_EXCEEDED", charged: false })
    expect([sent.length, await client.spent()]).toMatchObject([1, { today: "0.002" }])
    expect(signed).toHaveLength(1)
  })
})

describe("a key", () => {
  it("stands for one request: another one under it is refused, and nothing is sent", async () => {
    const { client, seen, sent } = scripted()
    await client.call("fx.rates", input, { key })
    const other = client.call("fx.rates", { ...input, base: "GBP" }, { key })
    expect(await failed(other)).toMatchObject({ code: "PAYMENT_CONFLICT", charged: false, status: 0 })
    const another = client.call("weather", { latitude: 1, longitude: 1 }, { key })
    expect(await failed(another)).toMatchObject({ code: "PAYMENT_CONFLICT" })
    expect([sent.length, seen.unpaid]).toEqual([1, 1])
  })

  it("of an open purchase that costs more than maxPrice: it may be charged, and nothing is sent", async () => {
    const { client, seen, sent } = await restarted({})
    const call = client.resume(key, { maxPrice: "0.001" })
    expect(await failed(call)).toMatchObject({ code: "NOT_OFFERED", reason: "PRICE", charged: "unknown" })
    expect([sent.length, seen.unpaid]).toEqual([0, 0])
  })

  it("that the journal does not know has nothing to resume", async () => {
    const { client, seen, sent } = scripted()
    expect(await failed(client.resume(key))).toMatchObject({ code: "UNKNOWN_KEY", charged: false })
    expect([sent.length, seen]).toEqual([0, { unpaid: 0, status: 0 }])
  })

  it("is one purchase for calls at the same time, in one client and in two", async () => {
    const journal = memoryJournal()
    const [one, two] = [scripted({}, { journal }), scripted({}, { journal })]
    await Promise.all([one, one, two, two].map(({ client }) => client.call("fx.rates", input, { key })))
    const sent = [...one.sent, ...two.sent]
    expect(sent).toHaveLength(4)
    expect(new Set(sent.map(({ header }) => header)).size).toBe(1)
    expect(await one.client.spent()).toMatchObject({ today: "0.002", open: "0" })
  })

  it("is one nonce for clients that know nothing of each other", async () => {
    const [one, two] = [scripted(), scripted({}, {}, clockAt(Date.parse("2026-12-24T00:00:00Z")))]
    for (const { client } of [one, two]) await client.call("fx.rates", input, { key })
    expect(one.sent[0]?.nonce).toBe(two.sent[0]?.nonce)
    expect(one.sent[0]?.header).not.toBe(two.sent[0]?.header)
  })

  it("is not one for two calls without a key", async () => {
    const { client, sent } = scripted()
    await client.call("fx.rates", input)
    await client.call("fx.rates", input)
    expect(new Set(sent.map((one) => one.key)).size).toBe(2)
    expect(new Set(sent.map(({ nonce }) => nonce)).size).toBe(2)
  })
})

describe("a journal", () => {
  it("of another payer or network is refused before anything is sent", async () => {
    const journal = memoryJournal()
    await scripted({}, { journal }).client.call("fx.rates", input)
    const address = "0x00000000000000000000000000000000000000ff" as const
    const others = [
      scripted({}, { journal, wallet: { ...scripted().wallet, address } }),
      scripted({}, { journal, network: "eip155:8453" })
    ]
    for (const { client, seen, sent } of others) {
      expect(await failed(client.call("fx.rates", input))).toMatchObject({
        code: "JOURNAL_UNUSABLE",
        charged: false
      })
      expect([seen.unpaid, sent.length]).toEqual([0, 0])
    }
  })

  it("that fails before the payment is sent lets nothing be sent", async () => {
    const inner = memoryJournal()
    let changes = 0
    const journal: Journal = {
      change: (owner, decide) =>
        inner.change(owner, (purchases) => {
          const change = decide(purchases)
          if (change.entries.some(({ event }) => event === "signed")) throw new Error("the disk is full")
          changes++
          return change
        })
    }
    const { client, sent } = scripted({}, { journal })
    await expect(client.call("fx.rates", input)).rejects.toThrow("the disk is full")
    expect([sent, changes > 0]).toEqual([[], true])
  })

  it("that fails afterwards does not take the answer away; the purchase stays open", async () => {
    const inner = memoryJournal()
    const journal: Journal = {
      change: (owner, decide) =>
        inner.change(owner, (purchases) => {
          const change = decide(purchases)
          if (change.entries.some(({ event }) => event === "ended")) throw new Error("the disk is full")
          return change
        })
    }
    for (const reply of [() => sold(), given]) {
      const { client } = scripted({ paid: [reply] }, { journal })
      const { key: own } = await client.call("fx.rates", input)
      expect((await client.find(own))?.state).toBe("open")
    }
  })
})
