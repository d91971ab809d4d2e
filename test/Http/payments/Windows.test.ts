/**
 * A payment's time window: the capability is cut 22 seconds before its end, whatever its length, and a payment that has
 * bought nothing is held to its bounds again each time that it comes.
 */
import { expect, layer } from "@effect/vitest"
import { Effect, Fiber, Option, Schema } from "effect"
import { SettlementFailed } from "../../../src/Payment/facilitator/Facilitator.ts"
import { ProviderUnavailable } from "../../../src/Providers/Errors.ts"
import { Authorization } from "../../../src/Resources/X402.ts"
import { decode, question } from "../../support/Buyer.ts"
import type { Knobs } from "../../support/Harness.ts"
import {
  Almanac,
  changeRow,
  eventually,
  held,
  pay,
  reset,
  send,
  service,
  spent,
  stateOf,
  told
} from "../../support/Money.ts"

const Payload = Schema.Struct({ payload: Schema.Struct({ authorization: Authorization }) })
const Status = Schema.Struct({ data: Schema.Struct({ createdAt: Schema.String }) })

const tooLate = [402, "PAYMENT_INVALID", "invalid_exact_evm_payload_authorization_valid_before"]

const until = (seconds: number) =>
  Effect.map(Almanac, ({ clock }) => ({ authorization: { validBefore: String(clock.seconds() + seconds) } }))

layer(service({ chain: false }), { excludeTestServices: true, timeout: "60 seconds" })("a window", (it) => {
  for (const [index, window] of [46, 83, 600, 3600].entries()) {
    it.effect(`of ${window} seconds cuts what still runs 22 seconds before its end`, () =>
      Effect.gen(function* () {
        const knobs = yield* reset
        const { clock } = yield* Almanac
        const { rates, running } = yield* held
        knobs.rates = rates
        const header = yield* pay(index, yield* until(window))
        const sent = yield* Effect.fork(send(header, { base: "EUR", currencies: [`XA${"ABCD"[index]}`] }))
        yield* running
        yield* clock.jump(`${window - 22 - 2} seconds`)
        yield* Effect.sleep("100 millis")
        expect((yield* Fiber.poll(sent))._tag).toBe("None")
        yield* clock.jump("2 seconds")
        const answer = yield* Effect.timeoutOption(Fiber.join(sent), "5 seconds")
        expect(Option.map(answer, told)).toEqual(Option.some([504, "PROVIDER_TIMEOUT", undefined]))
        expect(Option.map(answer, ({ headers }) => headers.get("payment-response"))).toEqual(
          Option.some(null)
        )
        expect([knobs.calls.settle, yield* spent(index)]).toEqual([0, 0n])
        yield* eventually(Effect.map(stateOf(header), (state) => state === "released"))
        // The payer is trusted as before.
        knobs.reset()
        expect((yield* send(yield* pay(index))).status).toBe(200)
      })
    )
  }

  it.effect(
    "of a payment that is used again begins anew: nobody is told that it is pending since its first use",
    () =>
      Effect.gen(function* () {
        const knobs = yield* reset
        const { clock, url } = yield* Almanac
        const header = yield* pay(30)
        // No cache has it.
        const unasked = { base: "EUR", currencies: ["XAQ"] }
        const { payload } = Schema.decodeUnknownSync(Payload)(decode(header))
        const { from, nonce } = payload.authorization
        const createdAt = Effect.promise(async () => {
          const response = await fetch(`${url}/v1/payments/${from}/${nonce}`)
          return Date.parse(Schema.decodeUnknownSync(Status)(await response.json()).data.createdAt)
        })
        knobs.rates = () => new ProviderUnavailable({ provider: "frankfurter", reason: "status 500" })
        expect((yield* send(header, unasked)).status).toBe(502)
        const first = yield* createdAt
        yield* clock.jump("100 seconds")
        knobs.reset()
        expect((yield* send(header, unasked)).status).toBe(200)
        expect((yield* createdAt) - first).toBeGreaterThanOrEqual(100_000)
      })
  )

  /** What the payment has come to when its window is almost over, and what it gets then. */
  const states: ReadonlyArray<
    readonly [state: string, script: (knobs: Knobs["Type"]) => void, expected: ReadonlyArray<unknown>]
  > = [
    ["settled", () => {}, [200, undefined, undefined]],
    [
      "released",
      (knobs) => {
        knobs.rates = () => new ProviderUnavailable({ provider: "frankfurter", reason: "status 500" })
      },
      tooLate
    ],
    [
      "failed",
      (knobs) => {
        knobs.settle = () => new SettlementFailed({ reason: "invalid_exact_evm_insufficient_balance" })
      },
      tooLate
    ]
  ]
  for (const [index, [state, script, expected]] of states.entries()) {
    it.effect(`with 44 seconds left, of a payment that is ${state}`, () =>
      Effect.gen(function* () {
        const knobs = yield* reset
        const { clock } = yield* Almanac
        script(knobs)
        const body = { base: "EUR", currencies: [`XB${"ABC"[index]}`] }
        const header = yield* pay(10 + index, yield* until(100))
        yield* send(header, body)
        expect(yield* stateOf(header)).toBe(state)
        knobs.reset()
        yield* clock.jump("56 seconds")
        expect(told(yield* send(header, body))).toEqual(expected)
        expect(knobs.calls.verify).toBe(0)
      })
    )
  }

  it.effect("that has ended, of a payment whose outcome is not known: it is still told of", () =>
    Effect.gen(function* () {
      const knobs = yield* reset
      const { clock } = yield* Almanac
      const header = yield* pay(20, yield* until(100))
      expect((yield* send(header)).status).toBe(200)
      yield* changeRow(header, { state: "unknown", leaseUntil: (clock.seconds() + 10_000) * 1000 })
      yield* clock.jump("101 seconds")
      expect(told(yield* send(header, question))).toEqual([503, "PAYMENT_SETTLEMENT_PENDING", undefined])
      expect(knobs.calls.settle).toBe(1)
    })
  )
})
