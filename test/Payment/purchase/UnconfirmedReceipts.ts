/**
 * The facilitator calls the payment settled, and the database is away as that is to be recorded: whether the transaction
 * is another payment's, the ledger cannot say. Where a node is configured the chain decides; otherwise the facilitator
 * is believed.
 */
import type { Vitest } from "@effect/vitest"
import { expect } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { AuthorizationStatus, ChainUnavailable } from "../../../src/Payment/chain/Chain.ts"
import type { Ledger } from "../../../src/Payment/ledger/Ledger.ts"
import { DatabaseUnavailable } from "../../../src/Storage/Database.ts"
import * as Ledgers from "../ledger/suite/World.ts"
import { calls } from "./Calls.ts"
import * as StandingClock from "./StandingClock.ts"
import { wordOf } from "./Words.ts"
import { check, type Script, type Services, startProcess } from "./World.ts"

type Ending = readonly [told: string, state: string, transaction: string | null]

/** What the chain shows of the payment, what its buyer is told, and how the row stands when the database is back. */
const cases: ReadonlyArray<readonly [name: string, chain: Script["chain"], ending: Ending]> = [
  ["there is no node", undefined, ["charged", "settled", "0xnew"]],
  [
    "the chain shows the transfer",
    Effect.succeed(AuthorizationStatus.Transferred({ transaction: "0xonchain" })),
    ["200 new, made by req_2, settled in 0xonchain", "settled", "0xonchain"]
  ],
  [
    "the chain shows another transfer with its nonce",
    Effect.succeed(AuthorizationStatus.UsedElsewhere({ transaction: "0xother" })),
    ["pending", "unknown", null]
  ],
  ["the node is away", new ChainUnavailable({ reason: "connection" }), ["pending", "unknown", null]]
]

export const unconfirmedReceipts = (it: Vitest.MethodsNonLive<Services, true>) => {
  for (const [name, chain, ending] of cases) {
    check(
      it,
      name,
      Effect.scoped(
        Effect.gen(function* () {
          yield* Ledgers.fresh
          const { table } = yield* Ledgers.ports
          let isAway = true
          const away = (ledger: Ledger["Type"]): Partial<Ledger["Type"]> => ({
            recordTransfer: (...parameters) =>
              Effect.suspend(() =>
                isAway
                  ? Effect.fail(new DatabaseUnavailable({ reason: "connection" }))
                  : ledger.recordTransfer(...parameters)
              )
          })
          const process = yield* startProcess({ ledger: away, ...(chain === undefined ? {} : { chain }) })
          const told = wordOf(yield* Fiber.await(yield* process.call(calls.same)))
          isAway = false
          const row = Effect.map(table.payments, ([one]) => one)
          yield* Effect.repeat(
            Effect.zipRight(
              StandingClock.pass(500),
              Effect.withClock(Effect.zipRight(Effect.sleep("1 millis"), row), Ledgers.clock)
            ),
            { until: (one) => one?.state === ending[1], times: 100 }
          )
          const { state, transaction } = (yield* row) ?? {}
          expect([told, state, transaction]).toEqual(ending)
        })
      )
    )
  }
}
