/** The reconciler wakes those that wait for a payment, or for its payer, when it ends one. */
import { expect, it } from "@effect/vitest"
import { Context, Effect, Layer, TestClock } from "effect"
import { Lifecycle } from "../../../src/Lifecycle.ts"
import * as AttemptEnd from "../../../src/Payment/AttemptEnd.ts"
import { Facilitator, SettlementUnknown } from "../../../src/Payment/facilitator/Facilitator.ts"
import * as InMemoryLedger from "../../../src/Payment/ledger/InMemoryLedger.ts"
import { keyOf, Ledger } from "../../../src/Payment/ledger/Ledger.ts"
import * as Reconciler from "../../../src/Payment/reconcile/Reconciler.ts"
import { WakeUps } from "../../../src/Storage/WakeUps.ts"
import { asset, submission } from "../../support/SignedPayment.ts"
import { reservation, response } from "../ledger/suite/World.ts"
import { settings } from "../purchase/World.ts"

const chain = { network: asset.network, asset }

it.scoped.each([
  ["a settlement that a dead process left, when it is settled", "settles", true],
  ["a settlement that stays unknown", "away", false],
  ["a reservation that a dead process left", "reserved", true]
] as const)("%s", ([, state, tells]) =>
  Effect.gen(function* () {
    const told: Array<string> = []
    const wakeUps = Layer.succeed(WakeUps, {
      publish: (topic) =>
        Effect.sync(() => {
          told.push(topic)
        }),
      subscribe: () => Effect.succeed(Effect.void)
    })
    const facilitator = Layer.mock(Facilitator, {
      settle: () =>
        state === "settles"
          ? Effect.succeed({ transaction: `0x${"ab".repeat(32)}` })
          : new SettlementUnknown({ reason: "timeout" })
    })
    const services = yield* Layer.build(
      Reconciler.layer.pipe(
        Layer.provideMerge(
          Layer.mergeAll(InMemoryLedger.layer, facilitator, Lifecycle.layer, wakeUps, settings)
        )
      )
    )
    const ledger = Context.get(services, Ledger)
    const signed = yield* Effect.promise(() => submission({ authorization: { validBefore: "300" } }))
    const key = keyOf(chain, signed.authorization)
    yield* ledger.reserve(reservation({ key, validBefore: "300" }))
    if (state !== "reserved") yield* ledger.storeAnswer(key, "mine", response, signed.payloadText)
    yield* TestClock.adjust("15 seconds")
    expect(told).toEqual([])
    yield* TestClock.adjust("10 seconds")
    expect(told).toEqual(tells ? [AttemptEnd.topicOf(key), `payer:${key.payer}`] : [])
  })
)
