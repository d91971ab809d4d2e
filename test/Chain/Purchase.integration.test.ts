/**
 * Purchases with real money of no worth: the service, the protocol's own facilitator, a real chain, and the unmodified
 * stock client. What is believed is the chain: everybody's balance before and after.
 */
import { expect, layer } from "@effect/vitest"
import { ExactEvmScheme } from "@x402/evm/exact/client"
import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client } from "@x402/fetch"
import { Context, Effect, Layer, Schedule } from "effect"
import { privateKeyToAccount } from "viem/accounts"
import * as Outbound from "../../src/Http/client/Outbound.ts"
import { Facilitator, SettlementUnknown } from "../../src/Payment/facilitator/Facilitator.ts"
import { ProviderUnavailable } from "../../src/Providers/Errors.ts"
import { ReferenceRates } from "../../src/Providers/ports/ReferenceRates.ts"
import * as Accounts from "../../src/Sandbox/Accounts.ts"
import * as Anvil from "../../src/Sandbox/Anvil.ts"
import * as Balances from "../../src/Sandbox/Balances.ts"
import * as SandboxChain from "../../src/Sandbox/SandboxChain.ts"
import * as Testing from "../../src/Testing.ts"
import { call, decode, payment, question } from "../support/Buyer.ts"
import { type Running, someRates, startWith } from "../support/Harness.ts"
import { describeOnChain } from "../support/LocalChain.ts"
import { asset, payTo } from "../support/SignedPayment.ts"

const [buyer] = Accounts.buyers
const account = privateKeyToAccount(buyer.privateKey)
const price = 2_000n

/** What a test does to the service's surroundings between two calls. */
interface Faults {
  /** The facilitator settles, and its answer never arrives. */
  answerLost: boolean
  providerDown: boolean
}

class Setting extends Context.Tag("test/Setting")<Setting, Running & { readonly faults: Faults }>() {}

const faulty = (faults: Faults) =>
  Layer.effect(
    Facilitator,
    Effect.map(Facilitator, (honest) => ({
      ...honest,
      settle: (submission) =>
        Effect.flatMap(honest.settle(submission), (settlement) =>
          faults.answerLost
            ? Effect.fail(new SettlementUnknown({ reason: "timeout" }))
            : Effect.succeed(settlement)
        )
    }))
  )

const rates = (faults: Faults) =>
  Layer.mock(ReferenceRates, {
    rates: (query) =>
      faults.providerDown
        ? Effect.fail(new ProviderUnavailable({ provider: "frankfurter", reason: "away" }))
        : someRates(query)
  })

const service = Layer.scoped(
  Setting,
  Effect.gen(function* () {
    const faults: Faults = { answerLost: false, providerDown: false }
    const money = SandboxChain.layer(Layer.succeed(Anvil.Anvil, yield* Anvil.Anvil))
    const ports = faulty(faults).pipe(
      Layer.provideMerge(money),
      Layer.merge(Layer.merge(Testing.everyProvider, rates(faults))),
      Layer.provide(Outbound.layer)
    )
    return { ...(yield* startWith(ports)), faults }
  })
)

const setting = service.pipe(
  Layer.provideMerge(Balances.anvil(asset)),
  Layer.provideMerge(Anvil.layer()),
  Layer.provide(Outbound.layer)
)

/** The stock client, unmodified. */
const paying = wrapFetchWithPayment(fetch, new x402Client().register("eip155:*", new ExactEvmScheme(account)))

/** One call by the stock client: its status, and the settlement that came with it. */
const buy = (body: unknown = question) =>
  Effect.flatMap(Setting, ({ url }) =>
    Effect.promise(async () => {
      const response = await paying(`${url}/v1/fx/rates`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body)
      })
      await response.text()
      const header = response.headers.get("payment-response")
      return {
        status: response.status,
        transaction: header === null ? undefined : decodePaymentResponseHeader(header).transaction
      }
    })
  )

/** What the buyer paid and the seller got, atomic USDC, while something was done. Nobody else's balance moves. */
const moved = <A, E, R>(action: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const { balances } = yield* Balances.Balances
    const before = yield* balances
    const result = yield* action
    const after = yield* balances
    const difference = (address: string) =>
      (after[address.toLowerCase()] ?? 0n) - (before[address.toLowerCase()] ?? 0n)
    const others = Object.keys(after).filter(
      (address) => ![buyer.address, payTo].includes(address) && difference(address) !== 0n
    )
    expect(others).toEqual([])
    return { result, paid: -difference(buyer.address), got: difference(payTo) }
  })

const hash = expect.stringMatching(/^0x[0-9a-f]{64}$/)

describeOnChain("with a real chain", () => {
  layer(setting, { excludeTestServices: true, timeout: "60 seconds" })((it) => {
    it.effect("the stock client pays the price, once, and the seller gets it", () =>
      Effect.gen(function* () {
        const { result, paid, got } = yield* moved(buy())
        expect(result).toEqual({ status: 200, transaction: hash })
        expect([paid, got]).toEqual([price, price])
      })
    )

    it.effect("ten calls at once are ten payments", () =>
      Effect.gen(function* () {
        const { result, paid, got } = yield* moved(
          Effect.all(
            Array.from({ length: 10 }, () => buy()),
            { concurrency: "unbounded" }
          )
        )
        expect(result).toEqual(result.map(() => ({ status: 200, transaction: hash })))
        expect(new Set(result.map(({ transaction }) => transaction)).size).toBe(10)
        expect([paid, got]).toEqual([10n * price, 10n * price])
      })
    )

    it.effect("twenty copies of one payment are one payment", () =>
      Effect.gen(function* () {
        const { url } = yield* Setting
        const header = yield* Effect.promise(() => payment({ account }))
        const { result, paid, got } = yield* moved(
          Effect.all(
            Array.from({ length: 20 }, () => Effect.promise(() => call(url, header))),
            { concurrency: "unbounded" }
          )
        )
        expect(new Set(result.map(({ status }) => status))).toEqual(new Set([200]))
        expect(new Set(result.map(({ text }) => text)).size).toBe(1)
        expect([paid, got]).toEqual([price, price])
      })
    )

    it.effect("what fails moves nothing", () =>
      Effect.gen(function* () {
        const { faults, url } = yield* Setting
        const { result, paid, got } = yield* moved(
          Effect.gen(function* () {
            const invalid = yield* buy({ base: "EUR" })
            faults.providerDown = true
            const down = yield* buy({ ...question, date: "2020-01-02" })
            faults.providerDown = false
            const poor = privateKeyToAccount(Accounts.penniless.privateKey)
            const unfunded = yield* Effect.promise(async () => call(url, await payment({ account: poor })))
            return [invalid, down, unfunded].map(({ status }) => status)
          })
        )
        expect(result).toEqual([400, 502, 402])
        expect([paid, got]).toEqual([0n, 0n])
      })
    )

    it.effect(
      "a settlement whose answer is lost is found on the chain, and its answer is delivered without another charge",
      () =>
        Effect.gen(function* () {
          const { faults, url } = yield* Setting
          const header = yield* Effect.promise(() => payment({ account }))
          const { result, paid, got } = yield* moved(
            Effect.gen(function* () {
              faults.answerLost = true
              const lost = yield* Effect.promise(() => call(url, header))
              expect(lost.status).toBe(503)
              expect(decode(lost.headers.get("payment-response") ?? "")).toMatchObject({
                success: false,
                errorReason: "settlement_pending"
              })
              return yield* Effect.promise(() => call(url, header)).pipe(
                Effect.filterOrFail(({ status }) => status !== 503),
                Effect.retry({ schedule: Schedule.spaced("500 millis"), times: 100 }),
                Effect.ensuring(
                  Effect.sync(() => {
                    faults.answerLost = false
                  })
                )
              )
            })
          )
          expect(result.status).toBe(200)
          expect(decode(result.headers.get("payment-response") ?? "")).toMatchObject({
            success: true,
            transaction: hash
          })
          expect([paid, got]).toEqual([price, price])
        }),
      60_000
    )
  })
})
