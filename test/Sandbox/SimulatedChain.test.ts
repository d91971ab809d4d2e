/**
 * The simulated chain behind the port of a real one: it tells the same fates (test/Chain has those of a real chain).
 */
import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer, TestClock } from "effect"
import { Chain, searchWindow } from "../../src/Payment/chain/Chain.ts"
import { Facilitator } from "../../src/Payment/facilitator/Facilitator.ts"
import { keyOf } from "../../src/Payment/ledger/Ledger.ts"
import * as SimulatedChain from "../../src/Sandbox/SimulatedChain.ts"
import * as SimulatedFacilitator from "../../src/Sandbox/SimulatedFacilitator.ts"
import { asset, payer, payTo, submission } from "../support/SignedPayment.ts"

const stranger = "0x00000000000000000000000000000000000000ee"

const world = SimulatedChain.chain.pipe(
  Layer.provideMerge(
    SimulatedFacilitator.layer({
      chainId: asset.chainId,
      asset,
      accounts: { [payer.address]: 1_000_000n }
    })
  )
)

/** The fate of a payment of 10000 to `payTo`, after something was done with the same nonce. */
const fateAfter = (
  act: (nonce: string) => Effect.Effect<string, unknown, Facilitator | SimulatedChain.SimulatedChain>
) =>
  Effect.gen(function* () {
    yield* TestClock.adjust("1700000000999 millis")
    const chain = yield* Chain
    const sought = yield* Effect.promise(() => submission())
    const { nonce } = sought.authorization
    const transaction = yield* act(nonce)
    const key = keyOf({ network: asset.network, asset }, sought.authorization)
    const window = searchWindow(sought.authorization.validBefore, 0)
    const fate = yield* chain.authorization({ key, payTo: payTo.toUpperCase(), amount: "10000", window })
    return { fate, transaction }
  }).pipe(Effect.provide(world))

const settling = (to: string, value: string) => (nonce: string) =>
  Effect.gen(function* () {
    const other = yield* Effect.promise(() =>
      submission({ authorization: { nonce, to, value }, asked: { payTo: to, amount: value } })
    )
    const { transaction } = yield* Effect.flatMap(Facilitator, (facilitator) => facilitator.settle(other))
    return transaction
  })

describe("an authorization", () => {
  it.effect("that nobody used is unused as of now", () =>
    Effect.gen(function* () {
      const { fate } = yield* fateAfter(() => Effect.succeed(""))
      expect(fate).toEqual({ _tag: "Unused", asOf: 1_700_000_000 })
    })
  )

  for (const [tag, to, value] of [
    ["Transferred", payTo, "10000"],
    ["UsedElsewhere", stranger, "10000"],
    ["UsedElsewhere", payTo, "9999"]
  ] as const) {
    it.effect(`that moved ${value} to ${to === payTo ? "the payee" : "another"} is ${tag}`, () =>
      Effect.gen(function* () {
        const { fate, transaction } = yield* fateAfter(settling(to, value))
        expect(fate).toEqual({ _tag: tag, transaction })
      })
    )
  }

  it.effect("can be cancelled until it is used, and then settles no more", () =>
    Effect.gen(function* () {
      yield* TestClock.adjust("1700000000 seconds")
      const chain = yield* SimulatedChain.SimulatedChain
      const facilitator = yield* Facilitator
      const cancelled = yield* Effect.promise(() => submission())
      const settled = yield* Effect.promise(() => submission())
      yield* facilitator.settle(settled)
      expect(yield* chain.cancel(payer.address, settled.authorization.nonce)).toBe(false)
      expect(yield* chain.cancel(payer.address, cancelled.authorization.nonce)).toBe(true)
      const outcome = yield* Effect.flip(facilitator.settle(cancelled))
      expect(outcome).toMatchObject({
        _tag: "SettlementUnknown",
        reason: "invalid_exact_evm_nonce_already_used"
      })
      expect(yield* chain.balance(payTo)).toBe(10_000n)
    }).pipe(Effect.provide(world))
  )

  it.effect("that was cancelled is Cancelled", () =>
    Effect.gen(function* () {
      const { fate } = yield* fateAfter((nonce) =>
        Effect.as(
          Effect.flatMap(SimulatedChain.SimulatedChain, (chain) => chain.cancel(payer.address, nonce)),
          ""
        )
      )
      expect(fate).toMatchObject({ _tag: "Cancelled" })
    })
  )
})
