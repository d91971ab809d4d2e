/**
 * The client and the sandbox: faults, kills and processes that share a journal. Each purchase is one transfer, and no budget
 * is exceeded.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts"
import { run } from "../../scripts/process/Spawned.ts"
import { type Answer, almanac, fileJournal, type Options } from "../../src/Client/index.ts"
import * as Almanac from "../support/process/Almanac.ts"
import type { Orders } from "../support/process/ClientProcess.ts"
import * as Program from "../support/process/Program.ts"

const input = { base: "EUR", currencies: ["USD"] }
const price = 0.002

const post = async (url: string, body: object) => {
  const answer = await fetch(url, { method: "POST", body: JSON.stringify(body) })
  expect(answer.status).toBeLessThan(300)
}

/** A buyer of its own for each test, with money. */
const buyerAt = async (url: string, folder: string) => {
  const privateKey = generatePrivateKey()
  const wallet = privateKeyToAccount(privateKey)
  await post(`${url}/sandbox/faucet`, { address: wallet.address })
  const balance = async (): Promise<number> => {
    const { balances } = JSON.parse(await (await fetch(`${url}/sandbox/balances`)).text())
    return Number(balances[wallet.address.toLowerCase()])
  }
  const before = await balance()
  const journal = join(folder, wallet.address)
  const orders = { baseUrl: url, privateKey, journal, perDay: "1" }
  return {
    /** Transfers that this buyer has made. */
    transfers: async () => Math.round((before - (await balance())) / price),
    client: (options: Partial<Options> = {}) =>
      almanac({ baseUrl: url, network: "eip155:84532", wallet, journal: fileJournal(journal), ...options }),
    /** What a process prints that buys for this buyer; its journal is the same. */
    process: async (
      more: Partial<Orders>
    ): Promise<ReadonlyArray<{ code?: string; charged?: unknown; nonce?: string }>> => {
      const program = await Program.bundleOf("test/support/process/ClientProcess.ts")
      const spawned = run(process.execPath, [
        program,
        JSON.stringify({ ...orders, keys: ["order"], ...more })
      ])
      await spawned.ends
      return spawned
        .output()
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line))
    }
  }
}

/**
 * A call whose settlement was lost. It waits while the tests go on; what is given back ends it.
 */
const losing = async (url: string, folder: string) => {
  const buyer = await buyerAt(url, folder)
  await post(`${url}/sandbox/faults`, { settlement: "lost" })
  const messages: Array<string> = []
  let call: Promise<Answer> | undefined
  await new Promise<void>((resolve) => {
    const onPending = ({ message }: { readonly message: string }) => {
      messages.push(message)
      resolve()
    }
    call = buyer.client().call("fx.rates", input, { onPending }).finally(resolve)
  })
  return async () => {
    const answer = await call
    expect([answer?.receipt?.success, messages.length > 0, await buyer.transfers()]).toEqual([true, true, 1])
  }
}

class Sandbox extends Context.Tag("test/Sandbox")<
  Sandbox,
  {
    readonly url: string
    readonly buyer: () => ReturnType<typeof buyerAt>
    /** Ends with the answer of a call whose settlement was lost. */
    readonly lost: () => Promise<void>
  }
>() {
  static readonly layer = Layer.scoped(
    Sandbox,
    Effect.gen(function* () {
      const url = yield* Almanac.urlOf(yield* Program.sandbox({ PORT: "0", DATA_DIR: "memory://" }))
      const folder = yield* Effect.acquireRelease(
        Effect.sync(() => mkdtempSync(join(tmpdir(), "almanac-client-"))),
        (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
      )
      const lost = yield* Effect.promise(() => losing(url, folder))
      return { url, buyer: () => buyerAt(url, folder), lost }
    })
  )
}

layer(Sandbox.layer, { excludeTestServices: true, timeout: "2 minutes" })("the client", (it) => {
  const test = (
    name: string,
    body: (buyer: Awaited<ReturnType<typeof buyerAt>>, url: string) => Promise<void>
  ) =>
    it.effect(
      name,
      () => Effect.flatMap(Sandbox, ({ buyer, url }) => Effect.promise(async () => body(await buyer(), url))),
      60_000
    )

  test("quotes, buys, tells the payment's status, and gives the same answer again", async (buyer) => {
    const client = buyer.client()
    expect(await client.quote("fx.rates", input)).toMatchObject({ price: "0.002", valid: true })
    const { data, key, nonce, receipt, text } = await client.fx.rates(input)
    expect(data).toMatchObject({ base: "EUR", rates: { USD: expect.any(Number) } })
    expect(await client.payment(receipt?.payer ?? "", nonce)).toMatchObject({ state: "settled" })
    expect((await client.call("fx.rates", input, { key })).text).toBe(text)
    expect((await client.resume(key)).text).toBe(text)
    expect(await buyer.transfers()).toBe(1)
    expect(await client.spent()).toMatchObject({ today: "0.002", open: "0" })
  })

  test("is not charged for what is not delivered", async (buyer) => {
    const client = buyer.client()
    const calls: ReadonlyArray<readonly [call: () => Promise<unknown>, code: string]> = [
      [() => client.academic.work({ doi: "10.1234/there-is-none" }), "WORK_NOT_FOUND"],
      [() => client.fx.rates({ base: "EUR", currencies: ["XXX"] }), "VALIDATION_FAILED"],
      [() => client.fx.rates({ base: "EUR", currencies: [] }), "VALIDATION_FAILED"]
    ]
    for (const [call, code] of calls) await expect(call()).rejects.toMatchObject({ code, charged: false })
    expect(await client.spent()).toMatchObject({ today: "0", open: "0" })
    expect(await buyer.transfers()).toBe(0)
  })

  const kills = ["reserved", "signed", "sent", "answered"] as const
  for (const kill of kills) {
    test(`is killed when it is ${kill}, and finishes by the journal: one transfer`, async (buyer, url) => {
      if (kill === "sent") await post(`${url}/sandbox/faults`, { settlement: "slow" })
      expect(await buyer.process({ kill })).toEqual([])
      const client = buyer.client()
      const [open] = await client.open()
      expect(open).toMatchObject({ key: "order", amount: "0.002", state: "open" })
      expect(await client.spent()).toMatchObject({ today: "0.002", open: "0.002" })
      const { nonce } = await client.resume("order")
      expect(nonce).toBe(open?.nonce)
      expect(await client.open()).toEqual([])
      expect(await buyer.transfers()).toBe(1)
      expect((await client.call("fx.rates", input, { key: "order" })).nonce).toBe(nonce)
      expect(await buyer.transfers()).toBe(1)
    })
  }

  test("buys once under one key from processes at the same time", async (buyer) => {
    const answers = await Promise.all([1, 2, 3].map(() => buyer.process({ keys: ["order", "order"] })))
    const nonces = answers.flat().map(({ nonce }) => nonce)
    expect([nonces.length, new Set(nonces).size, nonces[0]]).toEqual([6, 1, expect.any(String)])
    expect(await buyer.transfers()).toBe(1)
    expect(await buyer.client().spent()).toMatchObject({ today: "0.002", open: "0" })
  })

  test("keeps the budget of processes that share a journal", async (buyer) => {
    const keys = (name: string) => Array.from({ length: 5 }, (_, n) => `${name}-${n}`)
    const answers = await Promise.all(
      ["one", "two"].map((name) => buyer.process({ keys: keys(name), perDay: "0.012" }))
    )
    const refused = answers.flat().filter(({ code }) => code !== undefined)
    expect(refused).toEqual(
      Array.from({ length: 4 }, () => expect.objectContaining({ code: "BUDGET_EXCEEDED", charged: false }))
    )
    expect(await buyer.transfers()).toBe(6)
    expect(await buyer.client().spent()).toMatchObject({ today: "0.012", open: "0" })
  })

  it.effect("fetches an answer whose settlement was lost, with the same payment", () =>
    Effect.flatMap(Sandbox, ({ lost }) => Effect.promise(lost))
  )
})
