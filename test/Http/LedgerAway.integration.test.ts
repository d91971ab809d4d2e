/**
 * The ledger is lost at the very moment when money moves: what is told is what will turn out to be true.
 */
import { expect, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Option, Redacted, type Scope } from "effect"
import pg from "pg"
import { describe } from "vitest"
import { SettlementFailed } from "../../src/Payment/facilitator/Facilitator.ts"
import type { SimulatedChain } from "../../src/Sandbox/SimulatedChain.ts"
import { Knobs, world } from "../support/Harness.ts"
import { Almanac, eventually, pay, send, spent, stateOf, steered, told, until } from "../support/Money.ts"
import * as TestDatabase from "../support/TestDatabase.ts"

/** Holds the ledger's table, so that no statement on it comes to its end; until told to let go. */
const lock = (url: string) =>
  Effect.promise(async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query("BEGIN")
    await client.query("LOCK TABLE payments IN ACCESS EXCLUSIVE MODE")
    return Effect.promise(async () => {
      await client.query("ROLLBACK")
      await client.end()
    })
  })

/** A purchase during whose settlement the ledger is lost. `settle` is what the facilitator then says. */
const during = (settle: (knobs: Knobs["Type"]) => Knobs["Type"]["settle"]) =>
  Effect.gen(function* () {
    const knobs = yield* Knobs
    const place = yield* TestDatabase.lasting
    const running = yield* steered({ storage: place, chain: false })
    const url = Redacted.value(Option.getOrThrow(place.databaseUrl))
    const locked = yield* Deferred.make<Effect.Effect<void>>()
    knobs.settle = (submission) =>
      Effect.flatMap(lock(url), (free) =>
        Effect.zipRight(Deferred.succeed(locked, free), settle(knobs)(submission))
      )
    return yield* Effect.gen(function* () {
      const header = yield* pay(0)
      const sent = yield* Effect.fork(send(header))
      const free = yield* Deferred.await(locked)
      // The limit of a statement.
      yield* Effect.sleep("100 millis")
      yield* running.clock.jump("3 seconds")
      const answer = yield* Fiber.join(sent)
      yield* free
      return {
        header,
        answer,
        ends: (state: string) => eventually(Effect.map(stateOf(header), (is) => is === state))
      }
    }).pipe(
      Effect.map((purchase) => ({ ...purchase, running })),
      Effect.provideService(Almanac, running)
    )
  })

const scenario = <A, E>(effect: Effect.Effect<A, E, Knobs | SimulatedChain | Scope.Scope>) =>
  effect.pipe(Effect.scoped, Effect.provide(world))

describe.skipIf(!TestDatabase.isServer)("a ledger lost while money moves (DATABASE_URL)", () => {
  it.live("a success is delivered, and noted when the ledger is back", () =>
    scenario(
      Effect.gen(function* () {
        const { answer, ends, running } = yield* during(({ honest }) => honest.settle)
        expect(answer.status).toBe(200)
        yield* Effect.provideService(ends("settled"), Almanac, running)
        expect(yield* spent(0)).toBe(2000n)
      })
    )
  )

  it.live("a failure that could not be noted is not told: it is pending, and failed afterwards", () =>
    scenario(
      Effect.gen(function* () {
        const { answer, ends, running } = yield* during(
          () => () => new SettlementFailed({ reason: "insufficient_funds" })
        )
        expect(told(answer)).toEqual([503, "PAYMENT_SETTLEMENT_PENDING", undefined])
        expect(answer.body.data).toBeUndefined()
        yield* Effect.provideService(ends("failed"), Almanac, running)
        expect(yield* spent(0)).toBe(0n)
      })
    )
  )
})

it.live("a ledger that rejects the note of a success keeps nobody from the answer that he has paid for", () =>
  scenario(
    Effect.gen(function* () {
      const running = yield* steered({ storage: yield* TestDatabase.make })
      yield* Effect.gen(function* () {
        const header = yield* pay(0)
        const sql = yield* running.sql
        yield* sql`ALTER TABLE payments ADD CONSTRAINT rejecting CHECK (state <> 'settled') NOT VALID`
        const answer = yield* send(header)
        expect([answer.status, yield* stateOf(header), yield* spent(0)]).toEqual([200, "settling", 2000n])
        yield* sql`ALTER TABLE payments DROP CONSTRAINT rejecting`
        yield* until(Effect.map(stateOf(header), (state) => state === "settled"))
        const again = yield* send(header)
        expect([again.status, again.text, yield* spent(0)]).toEqual([200, answer.text, 2000n])
      }).pipe(Effect.provideService(Almanac, running))
    })
  )
)
