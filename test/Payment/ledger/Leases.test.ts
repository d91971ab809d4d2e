/** The leases of runs that take longer than one: they are renewed until the run ends, whatever becomes of a renewal. */
import { expect, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Logger, TestClock } from "effect"
import { describe } from "vitest"
import * as Leases from "../../../src/Payment/ledger/Leases.ts"
import { Ledger, type PaymentKey } from "../../../src/Payment/ledger/Ledger.ts"
import { DatabaseUnavailable } from "../../../src/Storage/Database.ts"

const keyOf = (nonce: string): PaymentKey => ({ network: "eip155:84532", asset: "0xa", payer: "0xp", nonce })

const away = new DatabaseUnavailable({ reason: "timeout" })

/** Runs of these names that never end, their renewals so far, and what was logged. */
const start = (
  runs: ReadonlyArray<string>,
  renewal: (nonce: string, times: number) => Effect.Effect<boolean, DatabaseUnavailable>
) =>
  Effect.gen(function* () {
    const renewed: Array<string> = []
    const lines: Array<unknown> = []
    const renew = ({ nonce }: PaymentKey) =>
      Effect.suspend(() => {
        renewed.push(nonce)
        return renewal(nonce, renewed.filter((name) => name === nonce).length)
      })
    const ledger = yield* Effect.provide(Ledger, Layer.mock(Ledger, { renew }))
    const log = Logger.replace(
      Logger.defaultLogger,
      Logger.make(({ message }) => void lines.push(message))
    )
    const holdLease = yield* Leases.make(ledger).pipe(Effect.provide(log))
    const [first] = yield* Effect.forEach(runs, (nonce) =>
      Effect.fork(holdLease(keyOf(nonce), nonce)(Effect.interruptible(Effect.never)))
    )
    yield* Effect.yieldNow()
    return { first, lines, renewed }
  })

describe("the leases of runs under way", () => {
  it.scoped("are renewed every five seconds, until the run ends", () =>
    Effect.gen(function* () {
      const { first, renewed } = yield* start(["one", "two"], () => Effect.succeed(true))
      yield* TestClock.adjust("12 seconds")
      expect(renewed).toEqual(["one", "two", "one", "two"])
      if (first !== undefined) yield* Fiber.interrupt(first)
      yield* TestClock.adjust("5 seconds")
      expect(renewed).toEqual(["one", "two", "one", "two", "two"])
    })
  )

  it.scoped.each([
    { name: "a database that is away", outcome: Effect.fail(away), told: [] },
    { name: "a fault of ours", outcome: Effect.die("a fault"), told: [["a lease could not be renewed"]] }
  ])("are renewed again after $name", ({ outcome, told }) =>
    Effect.gen(function* () {
      const { lines, renewed } = yield* start(["one", "two"], (nonce, times) =>
        nonce === "one" && times === 1 ? outcome : Effect.succeed(true)
      )
      yield* TestClock.adjust("10 seconds")
      expect(renewed).toEqual(["one", "two", "one", "two"])
      expect(lines).toMatchObject(told)
    })
  )
})
