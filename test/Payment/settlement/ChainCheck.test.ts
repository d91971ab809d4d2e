/**
 * From which block on "unused" counts, when the facilitator has just said that a payment cannot be carried out.
 */
import { expect, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Option, TestClock } from "effect"
import { AuthorizationStatus } from "../../../src/Payment/chain/Chain.ts"
import { Challenges } from "../../../src/Payment/challenge/Challenge.ts"
import * as ChainCheck from "../../../src/Payment/settlement/ChainCheck.ts"
import { DatabaseUnavailable } from "../../../src/Storage/Database.ts"
import * as TestSettings from "../../support/setup/TestSettings.ts"
import { orderOf } from "../purchase/Calls.ts"

const moment = 1_700_000_000_000
const away = new DatabaseUnavailable({ reason: "connection" })
const transferred = AuthorizationStatus.Transferred({ transaction: "0x1" })

/** The node's newest block is of the second in which the facilitator answered, by this process's clock. */
const cases: ReadonlyArray<
  readonly [name: string, now: Effect.Effect<number, DatabaseUnavailable>, AuthorizationStatus["_tag"]]
> = [
  ["agrees", Effect.succeed(moment), "Unused"],
  ["is behind", Effect.succeed(moment - 4_500), "Unused"],
  ["is ahead: this process may be behind, as the node may", Effect.succeed(moment + 4_500), "Transferred"],
  ["cannot be read", Effect.fail(away), "Unused"],
  ["meets a fault", Effect.die("rejected"), "Unused"]
]

it.effect.each(cases)("the ledger's clock %s", ([, now, expected]) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(moment)
    const challenge = (yield* Challenges).unsafeOf("/v1/fx/rates")
    const statuses: Array<AuthorizationStatus> = [
      AuthorizationStatus.Unused({ asOf: moment / 1000 }),
      transferred
    ]
    const { fate } = ChainCheck.make(
      { authorization: () => Effect.sync(() => statuses.shift() ?? transferred) },
      { now }
    )
    const asking = yield* Effect.fork(fate(orderOf(challenge, {}, moment)))
    yield* TestClock.adjust("1 second")
    expect(Option.map(yield* Fiber.join(asking), ({ _tag }) => _tag)).toEqual(Option.some(expected))
  }).pipe(Effect.provide(Layer.provideMerge(Challenges.layer, TestSettings.layer())))
)
