/**
 * The ledger is lost at the very moment when money moves: what is told is what will turn out to be true.
 */
import { expect, it } from "@effect/vitest"
import { Deferred, type Duration, Effect, Exit, Fiber, Option, Redacted, Scope } from "effect"
import pg from "pg"
import { describe } from "vitest"
import * as SteeredClock from "../../../scripts/prove/service/SteeredClock.ts"
import { SettlementFailed } from "../../../src/Payment/facilitator/Facilitator.ts"
import type { SimulatedChain } from "../../../src/Sandbox/SimulatedChain.ts"
import { type Answer, decode } from "../../support/Buyer.ts"
import { Knobs, someRates, world } from "../../support/Harness.ts"
import {
  Almanac,
  eventually,
  pay,
  rows,
  send,
  spent,
  stateOf,
  steered,
  told,
  until
} from "../../support/Money.ts"
import * as TestDatabase from "../../support/TestDatabase.ts"

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

/** What a buyer is told while nobody knows. */
const isPending = (answer: Answer) => {
  expect(told(answer)).toEqual([503, "PAYMENT_SETTLEMENT_PENDING", undefined])
  expect(decode(answer.headers.get("payment-response") ?? "")).toMatchObject({
    success: false,
    errorReason: "settlement_pending"
  })
  expect(answer.headers.get("payment-required")).toBeNull()
}

/** A purchase that loses the ledger, by `lose`, when its answer is to be stored; until what `lose` gives is done. */
const whileStoring = (
  lose: (url: string) => Effect.Effect<Effect.Effect<void>>,
  away: Duration.DurationInput
) =>
  Effect.gen(function* () {
    const knobs = yield* Knobs
    const place = yield* TestDatabase.lasting
    const running = yield* steered({ storage: place, chain: false })
    const url = Redacted.value(Option.getOrThrow(place.databaseUrl))
    const lost = yield* Deferred.make<Effect.Effect<void>>()
    knobs.rates = (query) =>
      Effect.zipRight(
        Effect.flatMap(lose(url), (regain) => Deferred.succeed(lost, regain)),
        someRates(query)
      )
    yield* Effect.gen(function* () {
      const header = yield* pay(0)
      const sent = yield* Effect.fork(send(header))
      const regain = yield* Deferred.await(lost)
      isPending(yield* Fiber.join(sent))
      yield* Effect.sleep(away)
      yield* regain
      yield* eventually(Effect.map(stateOf(header), (state) => state === "released"))
      expect(yield* rows(header)).toMatchObject([{ response: null, payload: "" }])
      // Whatever the reconciler has time for: nobody is asked to settle.
      yield* running.clock.jump("1 minute")
      yield* Effect.sleep("300 millis")
      expect([knobs.calls.settle, yield* spent(0)]).toEqual([0, 0n])
      knobs.reset()
      const again = yield* send(header)
      expect([again.status, knobs.calls.settle, yield* spent(0)]).toEqual([200, 1, 2000n])
    }).pipe(Effect.provideService(Almanac, running))
  })

/** Makes a statement that begins like this wait before it looks at any row, until told to let it go. */
const holdBack = (statement: string) => (url: string) =>
  Effect.promise(async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.query("SELECT pg_advisory_lock(1)")
    await client.query(`CREATE FUNCTION hold_back() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF current_query() LIKE '%${statement}%' THEN PERFORM pg_advisory_lock_shared(1); END IF; RETURN NULL; END $$`)
    await client.query("CREATE TRIGGER hold_back BEFORE UPDATE ON payments EXECUTE FUNCTION hold_back()")
    return Effect.promise(async () => {
      const isFree = async () => {
        const { rows } = await client.query("SELECT state FROM payments")
        return rows.some(({ state }) => state === "released")
      }
      while (!(await isFree())) await new Promise((resume) => setTimeout(resume, 20))
      await client.query("SELECT pg_advisory_unlock(1)")
      // The statement ends after this one, which waits for it.
      await client.query("LOCK TABLE payments IN ACCESS EXCLUSIVE MODE").catch(() => {})
      await client.end()
    })
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

  it.live("an answer that cannot be stored in time: pending, then given back and never settled", () =>
    scenario(whileStoring(lock, "1 second"))
  )

  it.live(
    "a process that ends before it has given the payment back: what it stored is settled by another, once",
    () =>
      scenario(
        Effect.gen(function* () {
          const knobs = yield* Knobs
          const place = yield* TestDatabase.lasting
          const url = Redacted.value(Option.getOrThrow(place.databaseUrl))
          const lost = yield* Deferred.make<Effect.Effect<void>>()
          const clock = SteeredClock.make()
          knobs.rates = (query) =>
            Effect.zipRight(
              Effect.flatMap(lock(url), (free) => Deferred.succeed(lost, free)),
              someRates(query)
            )
          const life = yield* Scope.make()
          const first = yield* Scope.extend(steered({ storage: place, chain: false, clock }), life)
          const header = yield* Effect.provideService(pay(0), Almanac, first)
          const sent = yield* Effect.fork(Effect.provideService(send(header), Almanac, first))
          const free = yield* Deferred.await(lost)
          isPending(yield* Fiber.join(sent))
          // Its connections end with it. The server carries out what it has got already.
          yield* Scope.close(life, Exit.void)
          yield* free
          const second = yield* steered({ storage: place, chain: false, clock })
          yield* Effect.gen(function* () {
            const isOver = (state: string | undefined) => state === "settled" || state === "released"
            yield* until(Effect.map(stateOf(header), isOver))
            knobs.reset()
            const again = yield* send(header)
            expect([again.status, yield* spent(0)]).toEqual([200, 2000n])
          }).pipe(Effect.provideService(Almanac, second))
        })
      ),
    30_000
  )

  it.live(
    "the same when the ledger is away for 20 seconds",
    () => scenario(whileStoring(lock, "17 seconds")),
    60_000
  )

  it.live("the same when the write of the answer is carried out after the give-back", () =>
    scenario(whileStoring(holdBack("state = ''settling''"), "10 millis"))
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
