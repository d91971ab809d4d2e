/**
 * A replica whose clock is wrong deletes nothing, because the ledger's times are the database's. On the server of
 * DATABASE_URL, embedded where there is none.
 */
import { describe, expect, it } from "@effect/vitest"
import { Effect, Metric } from "effect"
import * as SteeredClock from "../../../scripts/prove/service/SteeredClock.ts"
import { call, payment, question } from "../../support/Buyer.ts"
import { world } from "../../support/Harness.ts"
import { buyer, eventually, steered } from "../../support/Money.ts"
import * as TestDatabase from "../../support/TestDatabase.ts"
import * as TestLedger from "../../support/TestLedger.ts"

const off = "the clock of this process differs from the database's: nothing is swept until it is set"

/** What the metric shows, in seconds. */
const skew = Effect.map(Metric.snapshot, (pairs) => {
  const state: unknown = pairs.find(
    ({ metricKey }) => metricKey.name === "almanac_clock_skew_seconds"
  )?.metricState
  return state
})

describe("a replica whose clock is 25 hours ahead", () => {
  it.scopedLive("keeps every answer and everything else that others keep, and says so once", () =>
    Effect.gen(function* () {
      const clock = SteeredClock.make()
      const database = TestLedger.databaseAlone(yield* TestDatabase.lasting)
      const { lines, sql: present, url } = yield* steered({ clock, database })
      const sql = yield* present
      const header = yield* Effect.promise(() => payment({ account: buyer(20) }))
      const buy = Effect.promise(() => call(url, header, question))
      const first = yield* buy
      expect(first.status).toBe(200)
      // This one any replica with a right clock would sweep.
      yield* sql`
        INSERT INTO payments (network, asset, payer, nonce, attempt, state, lease_until, request_hash, capability, amount,
          pay_to, valid_before, signature, request_id, created_at)
        VALUES ('n', 'a', 'p', 'x', 'a', 'released', now(), 'h', 'fx.rates', 1, 't', 0, '', 'r',
          now() - interval '2 hours')`
      yield* clock.jump("25 hours")
      const said = Effect.sync(() => lines.filter(({ message }) => message === off))
      yield* eventually(Effect.map(said, ({ length }) => length > 0))
      for (let minute = 0; minute < 3; minute++) {
        yield* clock.jump("61 seconds")
        yield* Effect.sleep("200 millis")
      }
      const rows = yield* sql<{ readonly state: string; readonly kept: boolean }>`
        SELECT state, answered_at IS NOT NULL AS kept FROM payments ORDER BY state`
      expect(rows).toEqual([
        { state: "released", kept: false },
        { state: "settled", kept: true }
      ])
      expect((yield* buy).text).toBe(first.text)
      const [line, ...more] = yield* said
      expect(more).toEqual([])
      expect(line).toMatchObject({ level: "error" })
      expect(Number(line?.["aheadSeconds"])).toBeGreaterThan(89_000)
      expect(lines.filter(({ message }) => message === "swept")).toEqual([])
      expect(JSON.stringify(yield* skew)).toMatch(/"value":9\d{4}/)
    }).pipe(Effect.provide(world))
  )
})
