/**
 * The ledger does not confirm that the answer is stored. Whatever became of the write: nobody is asked to settle, the
 * buyer is told that the outcome is pending, the payment is given back, and sent again it buys anew.
 */
import { expect, type Vitest } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import type { Ledger } from "../../../src/Payment/ledger/Ledger.ts"
import { DatabaseUnavailable } from "../../../src/Storage/Database.ts"
import * as Ledgers from "../ledger/suite/World.ts"
import { calls } from "./Calls.ts"
import * as StandingClock from "./StandingClock.ts"
import { wordOf } from "./Words.ts"
import { check, type Services, startProcess } from "./World.ts"

const away = new DatabaseUnavailable({ reason: "timeout" })
type Port = Ledger["Type"]

/** What becomes of the first write of the answer, before and after the payment is given back. */
const fates: ReadonlyArray<
  readonly [
    name: string,
    before: (
      settling: Effect.Effect<boolean, DatabaseUnavailable>
    ) => Effect.Effect<unknown, DatabaseUnavailable>,
    after: (
      settling: Effect.Effect<boolean, DatabaseUnavailable>
    ) => Effect.Effect<unknown, DatabaseUnavailable>
  ]
> = [
  ["is never carried out", () => Effect.void, () => Effect.void],
  ["is carried out, and its result lost", (settling) => settling, () => Effect.void],
  ["is carried out after the payment was given back", () => Effect.void, (settling) => settling]
]

/** How often giving back fails first. */
const failures = [0, 40]

/** Lets the process's tries come, one after the other, until the payment's run is told to have ended. */
const untilTold = (process: Effect.Effect.Success<ReturnType<typeof startProcess>>, wasTold: () => boolean) =>
  Effect.repeat(
    Effect.zipRight(StandingClock.pass(500), Effect.withClock(Effect.sleep("1 millis"), Ledgers.clock)),
    {
      until: () => wasTold() && process.hasTold(Ledgers.key),
      times: 200
    }
  )

export const uncertainStoring = (it: Vitest.MethodsNonLive<Services, true>) => {
  for (const [name, before, after] of fates) {
    for (const times of failures) {
      check(
        it,
        `the write ${name}; giving back fails ${times} times`,
        Effect.scoped(
          Effect.gen(function* () {
            yield* Ledgers.fresh
            const { table } = yield* Ledgers.ports
            let first: Effect.Effect<boolean, DatabaseUnavailable> | undefined
            let tries = 0
            let isGivenBack = false
            const failingOnce = (ledger: Port): Partial<Port> => ({
              storeAnswer: (...parameters) => {
                const write = ledger.storeAnswer(...parameters)
                if (first !== undefined) return write
                first = write
                return Effect.zipRight(before(write), away)
              },
              giveBack: (...parameters) =>
                Effect.suspend(() => {
                  tries += 1
                  return tries <= times ? away : ledger.giveBack(...parameters)
                }).pipe(
                  Effect.tap(() =>
                    Effect.sync(() => {
                      isGivenBack = true
                    })
                  )
                )
            })
            const process = yield* startProcess({ ledger: failingOnce })
            expect(wordOf(yield* Fiber.await(yield* process.call(calls.same)))).toBe("pending")
            yield* untilTold(process, () => isGivenBack)
            if (first !== undefined) yield* after(first)
            expect((yield* table.payments).map(({ state, response }) => [state, response])).toEqual([
              ["released", null]
            ])
            expect(yield* table.payers).toEqual([])
            expect(process.asked).toEqual({ verify: 1, settle: 0, run: 1 })
            expect(wordOf(yield* Fiber.await(yield* process.call(calls.same)))).toBe("charged")
            expect((yield* table.payments).map(({ state }) => state)).toEqual(["settled"])
            expect(process.asked).toEqual({ verify: 2, settle: 1, run: 2 })
          })
        )
      )
    }
  }
}
