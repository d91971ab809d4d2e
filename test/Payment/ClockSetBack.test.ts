/**
 * The system's clock is set back, or the machine sleeps, while something lasts: it ends no later for that, and nothing is
 * said to be held that may be held no longer.
 */
import { describe, expect, it } from "@effect/vitest"
import { Duration, Effect, TestClock } from "effect"
import { FacilitatorDown } from "../../src/Api/Failure.ts"
import { FacilitatorUnavailable, type Submission } from "../../src/Payment/facilitator/Facilitator.ts"
import * as Failover from "../../src/Payment/facilitator/Failover.ts"
import * as Hold from "../../src/Payment/Hold.ts"
import { exposureWait, maxRefusals, refusalWindow } from "../../src/Payment/Limits.ts"
import { leaseDuration } from "../../src/Payment/ledger/Ledger.ts"
import type { Order } from "../../src/Payment/Order.ts"
import * as PayerLine from "../../src/Payment/PayerLine.ts"
import * as UnverifiedSignatureLimit from "../../src/Payment/UnverifiedSignatureLimit.ts"
import { withMonotonic } from "../../src/Runtime/Clock.ts"
import * as WakeUps from "../../src/Storage/WakeUps.ts"
import { shiftedClock } from "../support/setup/ShiftedClock.ts"

const away = new FacilitatorUnavailable({ reason: "timeout" })

const down = new FacilitatorDown({ message: "The facilitator does not answer.", retryAfter: 5 })

/** What runs by a clock of which the system's part is set back by an hour when `setBack` is run. */
const shifted = Effect.map(shiftedClock, ({ clock, setBack }) => ({
  by: <A, E>(effect: Effect.Effect<A, E>) => Effect.withClock(effect, clock),
  setBack: Effect.sync(() => setBack("1 hour"))
}))

describe("a clock that is set back", () => {
  it.effect("does not make the window of refusals longer", () =>
    Effect.gen(function* () {
      const { by, setBack } = yield* shifted
      const limit = UnverifiedSignatureLimit.make({ hasPaid: () => Effect.succeed(false) })
      // Each comes over a connection of its own.
      const ask = Effect.suspend(() =>
        by(Effect.flip(limit({ connection: {}, key: { payer: "0xa" } } as Order, down)))
      )
      yield* Effect.repeatN(ask, maxRefusals - 1)
      expect((yield* ask)._tag).toBe("TOO_MANY_REQUESTS")
      yield* setBack
      yield* TestClock.adjust(refusalWindow)
      expect(yield* ask).toBe(down)
    })
  )

  it.effect("does not keep the second facilitator in the place of the first", () =>
    Effect.gen(function* () {
      const { by, setBack } = yield* shifted
      const asked: Array<string> = []
      let isAway = true
      const part = (name: string, fails: () => boolean) => ({
        verify: () =>
          Effect.suspend(() => {
            asked.push(name)
            return fails() ? Effect.fail(away) : Effect.succeed({ isValid: true } as const)
          }),
        settle: () => Effect.never
      })
      const both = Failover.make(
        part("first", () => isAway),
        part("second", () => false),
        { first: "first", second: "second" }
      )
      const submission = {
        authorization: { from: "0xa", nonce: "0x1" },
        paymentRequirements: { asset: "0xc", network: "n" }
      } as Submission
      yield* by(both.verify(submission))
      expect(asked).toEqual(["first", "second"])
      isAway = false
      yield* setBack
      yield* TestClock.adjust(Failover.pause)
      yield* by(both.verify(submission))
      expect(asked).toEqual(["first", "second", "first"])
    })
  )

  it.effect("does not make a call wait longer for its payer's limits", () =>
    Effect.gen(function* () {
      const { by, setBack } = yield* shifted
      const wait = PayerLine.make(WakeUps.local())
      const begun = yield* by(withMonotonic(Effect.succeed))
      const deadline = begun + Duration.toMillis(exposureWait)
      const first = yield* Effect.fork(wait({ payer: "0xa", deadline, tryAgain: () => Effect.never }))
      yield* Effect.yieldNow()
      yield* setBack
      const next = yield* Effect.fork(
        by(Effect.flip(wait({ payer: "0xa", deadline, tryAgain: () => Effect.never })))
      )
      yield* TestClock.adjust(exposureWait)
      expect(next.unsafePoll()).not.toBeNull()
      expect(first.unsafePoll()).toBeNull()
    })
  )
})

describe("a reserved payment", () => {
  const lease = Duration.toMillis(leaseDuration)
  const rows: ReadonlyArray<readonly [name: string, unix: number, monotonic: number, isLeased: boolean]> = [
    ["in the same moment", 0, 0, true],
    ["before its lease ends", lease - 1, lease - 1, true],
    ["when its lease has ended", lease, lease, false],
    ["when its lease has ended and the clock was set back", lease - 3_600_000, lease, false],
    ["when its lease has ended while the machine slept", lease, 10, false]
  ]
  it.effect.each(rows)("%s", ([, unix, monotonic, isLeased]) =>
    Hold.withMoment((now) =>
      Effect.map(
        Hold.isLeased({
          attempt: "mine",
          since: { unix: now.unix - unix, monotonic: now.monotonic - monotonic }
        }),
        (said) => expect(said).toBe(isLeased)
      )
    )
  )
})
