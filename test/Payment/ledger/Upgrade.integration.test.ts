/**
 * A ledger of an older version, which took any window and kept everything: what becomes of its rows. On the server of
 * DATABASE_URL, embedded where there is none.
 */
import { SqlClient } from "@effect/sql"
import { describe, expect, it } from "@effect/vitest"
import { Context, Duration, Effect, Layer, Option, Record, Schedule } from "effect"
import { migrations } from "../../../src/Payment/ledger/migrations.ts"
import * as Database from "../../../src/Storage/Database.ts"
import * as TestDatabase from "../../support/TestDatabase.ts"
import * as TestLedger from "../../support/TestLedger.ts"
import { portsOf } from "./suite/World.ts"

const key = (nonce: string) => ({ network: "eip155:84532", asset: "0xusdc", payer: "0xpayer", nonce })

/** Months ago, and good until 2090. */
const rows = [
  ["0x1", "released"],
  ["0x2", "failed"],
  ["0x3", "unknown"],
  ["0x4", "reserved"],
  ["0x5", "settling"],
  ["0x6", "settled"]
] as const

const validBefore = "3786912000"

/** The ledger as that version leaves it. */
const written = (place: Effect.Effect.Success<typeof TestDatabase.lasting>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const old = Record.filter(migrations, (_, name) => name < "0003")
      const database = yield* Layer.build(
        Database.layer({ url: place.databaseUrl, dataDir: place.dataDir, migrations: old })
      )
      yield* ready(database)
      const sql = Context.get(database, SqlClient.SqlClient)
      for (const [nonce, state] of rows) {
        const isSettled = state === "settled"
        yield* sql`
          INSERT INTO payments (network, asset, payer, nonce, attempt, state, lease_until, request_hash, payment_id,
            capability, amount, pay_to, valid_before, signature, payload, request_id, created_at, settled_at, response,
            response_headers, response_hash)
          VALUES ('eip155:84532', '0xusdc', '0xpayer', ${nonce}, 'old', ${state}, now() - interval '30 days', 'request',
            NULL, 'fx.rates', 2000, '0xseller', ${validBefore}::numeric, '0xsigned', '{}', 'req_1',
            now() - interval '30 days', ${isSettled ? new Date() : null}::timestamptz,
            ${isSettled ? Buffer.from("{}") : null}, ${isSettled ? "{}" : null}, ${isSettled ? "digest" : null})`
      }
    })
  )

const ready = (services: Context.Context<Database.Database>) =>
  Context.get(services, Database.Database).probe.pipe(
    Effect.repeat({ until: (isReady) => isReady, schedule: Schedule.spaced("25 millis") })
  )

describe("a ledger of an older version", () => {
  it.scopedLive("is bounded from the upgrade on, and keeps what was bought", () =>
    Effect.gen(function* () {
      const place = yield* TestDatabase.lasting
      yield* written(place)
      const services = yield* Layer.build(TestLedger.inDatabase(TestLedger.databaseAlone(place)))
      yield* ready(services)
      const { ledger, pending, retention, table } = portsOf(services)

      const kept = (yield* table.payments).map(({ nonce, payload, signature }) => [nonce, signature, payload])
      expect(kept).toEqual([
        ["0x1", "", ""],
        ["0x2", "", ""],
        ["0x3", "0xsigned", "{}"],
        ["0x4", "0xsigned", "{}"],
        ["0x5", "0xsigned", "{}"],
        ["0x6", "0xsigned", "{}"]
      ])
      expect(yield* pending.releaseStale(10)).toEqual([key("0x4")])
      const due = yield* pending.takeDue({
        ...key(""),
        attempt: "new",
        lease: Duration.seconds(60),
        limit: 10
      })
      expect(due.map(({ nonce }) => nonce).toSorted()).toEqual(["0x3", "0x5"])
      // Nobody settles them any more.
      for (const { createdAt, endsAt, validBefore: signed } of due) {
        expect(signed).toBe(validBefore)
        expect(Number(endsAt)).toBe(Math.floor(createdAt.getTime() / 1000) + 3600)
      }
      expect(yield* retention.deleteReleased(10)).toBe(2)
      expect([yield* retention.deleteFailed(10), yield* retention.giveUpUnknown(10)]).toEqual([0, 0])
      expect(Option.map(yield* ledger.replay(key("0x6")), ({ hash }) => hash)).toEqual(Option.some("digest"))
      expect((yield* table.payments).map(({ nonce, state }) => [nonce, state])).toEqual([
        ["0x2", "failed"],
        ["0x3", "unknown"],
        ["0x5", "unknown"],
        ["0x6", "settled"]
      ])
    })
  )
})
