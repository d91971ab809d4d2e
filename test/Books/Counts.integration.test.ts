/**
 * What the ledger counts for the books: on the rows of payments, and of those that are deleted by day. On the server of
 * DATABASE_URL, embedded where there is none.
 */
import { SqlClient } from "@effect/sql"
import { describe, expect, layer } from "@effect/vitest"
import { Duration, Effect, Option, Schedule } from "effect"
import * as ProviderCalls from "../../src/Payment/ledger/books/ProviderCalls.ts"
import { ReleaseReason } from "../../src/Payment/ledger/Outcomes.ts"
import * as SqlServices from "../Payment/ledger/suite/SqlServices.ts"
import {
  after as atMillis,
  bringTo,
  clock,
  fresh,
  key,
  keyOf,
  otherPayer,
  ports,
  reservation,
  start
} from "../Payment/ledger/suite/World.ts"

const day = 86_400_000
const today = new Date(start).toISOString().slice(0, 10)
const tomorrow = new Date(start + day).toISOString().slice(0, 10)

/** The counts on a payment's row: uncharged, faults, failures. */
const countsOf = (nonce: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ readonly counts: ReadonlyArray<number> }>`
        SELECT ARRAY[uncharged, faults, failures] AS counts FROM payments WHERE nonce = ${nonce}`,
      ([row]) => row?.counts
    )
  )

/** What is kept of rows that are gone: day, capability, payer, uncharged, faults, failures, undecided. */
const kept = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    sql<{ readonly kept: ReadonlyArray<string> }>`
      SELECT ARRAY[day::text, capability, payer, uncharged::text, faults::text, failures::text, undecided::text] AS kept
      FROM payment_days ORDER BY day, capability, payer`,
    (rows) => rows.map(({ kept }) => kept.join(" "))
  )
)

const emptyBooks = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.zipRight(sql`DELETE FROM payment_days`, sql`DELETE FROM provider_calls`)
)

/** A run of a payment that ends so. */
const run = (end: ReleaseReason | "failed", order: Parameters<typeof reservation>[0] = {}) =>
  Effect.gen(function* () {
    if (end === "failed") return yield* bringTo("failed", order)
    const { ledger } = yield* ports
    yield* ledger.reserve(reservation(order))
    return yield* ledger.release(order.key ?? key, "mine", end)
  })

const { InsufficientBalance, NotRun, RanUncharged, Refused } = ReleaseReason

/** In an empty ledger with empty books, at the start. */
const steady = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.withClock(Effect.zipRight(Effect.zipRight(fresh, emptyBooks), effect), clock)

describe("the counts of the ledger", () => {
  layer(SqlServices.layer, { excludeTestServices: true, timeout: "60 seconds" })((it) => {
    it.effect("are on a payment's row for each run that has charged nothing, whatever comes after it", () =>
      steady(
        Effect.gen(function* () {
          const { ledger, pending } = yield* ports
          yield* run(RanUncharged())
          expect(yield* countsOf(key.nonce)).toEqual([1, 0, 0])
          yield* run(NotRun())
          yield* run(RanUncharged())
          yield* run("failed")
          expect(yield* countsOf(key.nonce)).toEqual([2, 1, 1])
          yield* ledger.reserve(reservation())
          yield* ledger.giveBack(key, "mine")
          expect(yield* countsOf(key.nonce)).toEqual([2, 2, 1])
          yield* bringTo("lapsed")
          expect(yield* pending.releaseStale(10)).toEqual([key])
          expect(yield* countsOf(key.nonce)).toEqual([2, 3, 1])
          yield* bringTo("lapsed")
          yield* atMillis(60_000)
          yield* bringTo("settled")
          expect(yield* countsOf(key.nonce)).toEqual([2, 4, 1])
          expect(yield* kept).toEqual([])
        })
      )
    )

    it.effect("have a dead attempt whose idempotency key another payment takes", () =>
      steady(
        Effect.gen(function* () {
          const { ledger } = yield* ports
          const named = { idempotencyKey: Option.some("order-1") }
          yield* bringTo("lapsed", named)
          const other = reservation({ ...named, key: keyOf("0x02") })
          expect(yield* ledger.reserve(other)).toMatchObject({ _tag: "Reserved" })
          expect([yield* countsOf(key.nonce), yield* countsOf("0x02")]).toEqual([
            [0, 1, 0],
            [0, 0, 0]
          ])
        })
      )
    )

    it.effect("stay when rows are swept: by the day of the reservation, and by name of who has paid", () =>
      steady(
        Effect.gen(function* () {
          const { ledger, retention } = yield* ports
          const paid = (nonce: string) => ({ key: keyOf(nonce) })
          const stranger = (nonce: string) => ({ key: keyOf(nonce, { payer: otherPayer }) })
          yield* bringTo("settled", paid("0x01"))
          yield* run(RanUncharged(), paid("0x02"))
          yield* run(RanUncharged(), paid("0x03"))
          yield* run(NotRun(), stranger("0x04"))
          yield* run(NotRun(), { ...stranger("0x05"), capability: "geocode" })
          yield* bringTo("unknown", stranger("0x06"))
          // Reserved, and never run: there is nothing to count.
          yield* bringTo("reserved", stranger("0x07"))
          yield* atMillis(day)
          yield* run("failed", paid("0x08"))
          yield* run(RanUncharged(), paid("0x09"))
          expect(yield* retention.deleteReleased(10)).toBe(4)
          const first = [
            `${today} fx.rates  0 1 0 0`,
            `${today} fx.rates 0xpayer 2 0 0 0`,
            `${today} geocode  0 1 0 0`
          ]
          expect(yield* kept).toEqual(first)
          yield* atMillis(2 * day + 1)
          expect([yield* retention.deleteReleased(10), yield* retention.deleteFailed(10)]).toEqual([1, 1])
          expect(yield* kept).toEqual([...first, `${tomorrow} fx.rates 0xpayer 1 0 1 0`])
          yield* atMillis(91 * day)
          expect(yield* retention.giveUpUnknown(10)).toBe(1)
          expect((yield* kept)[0]).toBe(`${today} fx.rates  0 1 0 1`)
          expect(Option.isSome(yield* ledger.find(keyOf("0x01")))).toBe(true)
        })
      )
    )

    it.effect.each([Refused(), InsufficientBalance({ reason: "insufficient_funds" })])(
      "stay when the facilitator refuses the payment at another try: %o",
      (refusal) =>
        steady(
          Effect.gen(function* () {
            yield* run(RanUncharged())
            expect(yield* kept).toEqual([])
            yield* run(refusal)
            expect([yield* countsOf(key.nonce), yield* kept]).toEqual([
              undefined,
              [`${today} fx.rates  1 0 0 0`]
            ])
          })
        )
    )
  })
})

describe("the calls of providers", () => {
  layer(SqlServices.layer, { excludeTestServices: true, timeout: "60 seconds" })((it) => {
    const written = Effect.flatMap(SqlClient.SqlClient, (sql) =>
      Effect.map(
        sql<{ readonly line: string }>`
          SELECT day::text || ' ' || operation || ' ' || calls AS line FROM provider_calls ORDER BY operation`,
        (rows) => rows.map(({ line }) => line).join(", ")
      )
    )
    /** A minute is some milliseconds. What limits a statement is as long as ever: a busy machine may need it. */
    const quick = {
      ...clock,
      sleep: (duration: Duration.Duration) => {
        const millis = Duration.toMillis(duration)
        return Effect.promise(
          () => new Promise((resolve) => setTimeout(resolve, millis === 60_000 ? 20 : millis))
        )
      }
    }

    it.effect("are added up over processes, each call once, the last ones at the end", () =>
      steady(
        Effect.gen(function* () {
          const [one, other] = [new Map([["gdelt.articles", 3]]), new Map<string, number>()]
          yield* Effect.scoped(
            Effect.gen(function* () {
              for (const made of [one, other]) yield* ProviderCalls.record(Effect.succeed(made))
              const reaches = (line: string) =>
                Effect.repeat(written, {
                  until: (now) => now === line,
                  schedule: Schedule.spaced("20 millis")
                })
              yield* reaches(`${today} gdelt.articles 3`)
              one.set("gdelt.articles", 5)
              other.set("gdelt.articles", 10)
              yield* reaches(`${today} gdelt.articles 15`)
              yield* atMillis(day)
              one.set("openalex.search", 1)
            })
          )
          expect(yield* written).toMatch(/gdelt.articles 15, \S+ openalex.search 1$/)
        }).pipe(Effect.withClock(quick))
      )
    )
  })
})
