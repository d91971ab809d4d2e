/**
 * The unmodified stock client, and a facilitator that fails over HTTP in every way that was reported. Its buyer does
 * what buyers do: the same call again, under the same name and signed anew. Once the fault is over he has his answer,
 * and has paid for it once.
 */
import { HttpApp } from "@effect/platform"
import { expect, layer } from "@effect/vitest"
import { ExactEvmScheme } from "@x402/evm/exact/client"
import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client } from "@x402/fetch"
import { Context, type Duration, Effect, Layer } from "effect"
import * as SteeredClock from "../../../scripts/prove/service/SteeredClock.ts"
import * as Outbound from "../../../src/Http/client/Outbound.ts"
import * as Live from "../../../src/Live.ts"
import { Facilitator } from "../../../src/Payment/facilitator/Facilitator.ts"
import { ReferenceRates } from "../../../src/Providers/ports/ReferenceRates.ts"
import * as FacilitatorHttpApp from "../../../src/Sandbox/FacilitatorHttpApp.ts"
import * as SimulatedChain from "../../../src/Sandbox/SimulatedChain.ts"
import * as Testing from "../../../src/Testing.ts"
import { question } from "../../support/Buyer.ts"
import {
  type Call,
  facilitatorServer,
  hang,
  type Play,
  reply,
  reset
} from "../../support/FacilitatorServer.ts"
import { someRates, startWith, world } from "../../support/Harness.ts"
import { Almanac, buyer, spent, until } from "../../support/Money.ts"
import { asset } from "../../support/SignedPayment.ts"

/** The honest facilitator's answer to a call. */
type Honest = (call: Call) => Promise<Response>

interface Fault {
  readonly path: "/verify" | "/settle"
  readonly play: (honest: Honest) => Play
}

/** What is wrong for a buyer, by his address. */
class Faults extends Context.Tag("test/Faults")<Faults, Map<string, Fault>>() {}

const honestly =
  (honest: Honest): Play =>
  async (response, call) => {
    const answer = await honest(call)
    reply(answer.status, await answer.text())(response, call)
  }

/** The money moves, and then something else is answered. */
const settledBut =
  (play: Play) =>
  (honest: Honest): Play =>
  async (response, call) => {
    await honest(call)
    play(response, call)
  }

const always = (play: Play) => () => play

const payerOf = ({ body }: Call) => /"from":"(0x[0-9a-fA-F]{40})"/.exec(JSON.stringify(body))?.[1] ?? ""

const facilitator = Effect.gen(function* () {
  const faults = yield* Faults
  const app = Effect.provideService(FacilitatorHttpApp.router(asset.network), Facilitator, yield* Facilitator)
  const handler = HttpApp.toWebHandler(app)
  const honest: Honest = ({ url, body }) =>
    handler(
      new Request(`http://facilitator.example${url}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body)
      })
    )
  return yield* facilitatorServer((response, call) => {
    const fault = faults.get(payerOf(call))
    const play = fault !== undefined && fault.path === call.url ? fault.play(honest) : honestly(honest)
    play(response, call)
  })
})

const ports = Layer.mergeAll(
  Testing.everyProvider,
  Layer.mock(ReferenceRates, { rates: someRates }),
  Layer.provide(Live.facilitator, Outbound.layer),
  SimulatedChain.chain
)

const service = Layer.scoped(
  Almanac,
  Effect.gen(function* () {
    const { url } = yield* facilitator
    // The stock client signs by the real time, for five minutes.
    const clock = SteeredClock.make("30 minutes")
    const environment = {
      X402_FACILITATOR_URL: url,
      X402_FACILITATOR_VERIFY_TIMEOUT: "500 millis",
      X402_FACILITATOR_SETTLE_TIMEOUT: "500 millis"
    }
    return { ...(yield* Effect.withClock(startWith(ports, { environment }), clock.clock)), clock }
  })
).pipe(Layer.provideMerge(Layer.sync(Faults, () => new Map())), Layer.provideMerge(world))

/** One call by the stock client, under a name. */
const buy = (index: number, name: string) =>
  Effect.flatMap(Almanac, ({ url }) =>
    Effect.promise(async () => {
      const client = new x402Client().register("eip155:*", new ExactEvmScheme(buyer(index)))
      const response = await wrapFetchWithPayment(fetch, client)(`${url}/v1/fx/rates`, {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": name },
        body: JSON.stringify(question)
      })
      const text = await response.text()
      const receipt = response.headers.get("payment-response")
      return {
        status: response.status,
        text,
        code: /"code":"(\w+)"/.exec(text)?.[1],
        receipt: receipt === null ? undefined : decodePaymentResponseHeader(receipt)
      }
    })
  )

const away = [503, "PAYMENT_FACILITATOR_UNAVAILABLE"] as const
const pending = [503, "PAYMENT_SETTLEMENT_PENDING"] as const
const page = reply(502, "<h1>Bad Gateway</h1>")
const failure = (errorReason: string, transaction = "") => ({
  success: false,
  errorReason,
  transaction,
  network: asset.network
})
const transaction = `0x${"ab".repeat(32)}`

type Told = readonly [status: number, code: string]

interface Row {
  readonly name: string
  readonly fault: Fault
  /** What the client is told, and told again by the same call while the fault lasts. */
  readonly told: Told
  readonly again?: Told
  /** By what the clock goes forward between the calls that come after. */
  readonly step?: Duration.DurationInput
}

const verify = (name: string, play: Play, told: Told = away): Row => ({
  name: `verify ${name}`,
  fault: { path: "/verify", play: always(play) },
  told
})

const settle = (name: string, play: Fault["play"]): Row => ({
  name: `settle ${name}`,
  fault: { path: "/settle", play },
  told: pending
})

const used = reply(200, failure("nonce_already_used"))
const coinbase = reply(500, failure("settlement_pending", transaction))

const rows: ReadonlyArray<Row> = [
  verify("resets", reset),
  verify("never answers", hang),
  verify("answers 500", reply(500, { error: "no" })),
  verify("answers 429", reply(429, { error: "slow down" })),
  verify("redirects", reply(308, "", { location: "/elsewhere" })),
  verify("answers no JSON", reply(200, "<h1>Hello</h1>")),
  verify("refuses with 400 and a reason", reply(400, { isValid: false, invalidReason: "some_reason" }), [
    402,
    "PAYMENT_REJECTED"
  ]),
  settle("resets, and nothing was settled", always(reset)),
  settle("resets, and all was settled", settledBut(reset)),
  settle("never answers, and nothing was settled", always(hang)),
  settle("never answers, and all was settled", settledBut(hang)),
  settle("answers 502, and nothing was settled", always(page)),
  settle("answers 502, and all was settled", settledBut(page)),
  settle("is pending with 500, and all was settled", settledBut(coinbase)),
  settle("calls the nonce used, and nothing was settled", always(used)),
  settle("calls the nonce used, and all was settled", settledBut(used)),
  {
    ...settle("fails for certain", always(reply(200, failure("insufficient_funds")))),
    told: [402, "PAYMENT_SETTLEMENT_FAILED"],
    again: [402, "PAYMENT_REJECTED"],
    step: "30 seconds"
  }
]

layer(service, { excludeTestServices: true, timeout: "60 seconds" })(
  "the stock client pays once when",
  (it) => {
    for (const [index, { name, fault, told, again = told, step }] of rows.entries()) {
      it.effect(
        name,
        () =>
          Effect.gen(function* () {
            const faults = yield* Faults
            const purchase = `purchase-${index}`
            faults.set(buyer(index).address, fault)
            for (const expected of [told, again]) {
              const failed = yield* buy(index, purchase)
              expect([failed.status, failed.code]).toEqual(expected)
              expect(failed.text).not.toContain('"data"')
              expect(failed.receipt?.success ?? false).toBe(false)
            }
            faults.delete(buyer(index).address)
            yield* until(
              Effect.map(buy(index, purchase), ({ status }) => status === 200),
              step
            )
            const bought = yield* buy(index, purchase)
            expect(bought).toMatchObject({ status: 200, receipt: { success: true, amount: "2000" } })
            expect(JSON.parse(bought.text)).toMatchObject({ data: { rates: { USD: 2.5, GBP: 1.5 } } })
            expect((yield* buy(index, purchase)).text).toBe(bought.text)
            expect(yield* spent(index)).toBe(2000n)
          }),
        60_000
      )
    }
  }
)
