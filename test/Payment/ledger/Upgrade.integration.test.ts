/**
 * A ledger of an older version, which took any window and kept everything: what becomes of its rows. On the server of
 * DATABASE_URL, embedded where there is none.
 */
import { SqlClient } from "@effect/sql"
import { describe, expect, it } from "@effect/vitest"
import { Context, Duration, Effect, Exit, Layer, Option, Record, Schedule } from "effect"
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

/** Every byte there is. */
const body = Uint8Array.from({ length: 256 }, (_, byte) => byte)

const states = ["settling", "unknown", "settled", "presumed_settled"]

/** A row as such a version leaves it. One older than 30 days was settled so long ago that its answer has been dropped. */
interface Row {
  readonly nonce: string
  readonly state: string
  readonly daysOld: number
}

/** The ledger as the version before a migration leaves it. */
const written = (
  place: Effect.Effect.Success<typeof TestDatabase.lasting>,
  before: string,
  rows: ReadonlyArray<Row>
) =>
  Effect.scoped(
    Effect.gen(function* () {
      const old = Record.filter(migrations, (_, name) => name < before)
      const database = yield* Layer.build(
        Database.layer({ url: place.databaseUrl, dataDir: place.dataDir, migrations: old })
      )
      yield* ready(database)
      const sql = Context.get(database, SqlClient.SqlClient)
      for (const { daysOld, nonce, state } of rows) {
        const settledAt = state.endsWith("settled")
          ? new Date(Date.now() - (daysOld - 30) * 86_400_000 - 60_000)
          : null
        const isKept = states.includes(state) && daysOld <= 30
        yield* sql`
          INSERT INTO payments (network, asset, payer, nonce, attempt, state, lease_until, request_hash, payment_id,
            capability, amount, pay_to, valid_before, signature, payload, request_id, created_at, settled_at, response,
            response_headers, response_hash)
          VALUES ('eip155:84532', '0xusdc', '0xpayer', ${nonce}, 'old', ${state}, now() - interval '30 days', 'request',
            NULL, 'fx.rates', 2000, '0xseller', ${validBefore}::numeric, '0xsigned', ${isKept || state === "reserved" ? "{}" : ""},
            'req_1', now() - interval '30 days', ${settledAt}::timestamptz,
            ${isKept ? Buffer.from(body) : null}, ${isKept ? '{"etag":"\\"1\\""}' : null}, ${states.includes(state) ? "digest" : null})`
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
      yield* written(
        place,
        "0003",
        rows.map(([nonce, state]) => ({ nonce, state, daysOld: 30 }))
      )
      const services = yield* Layer.build(TestLedger.inDatabase(TestLedger.databaseAlone(place)))
      yield* ready(services)
      const { ledger, pending, retention, table } = portsOf(services)

      const kept = (yield* table.payments).map(({ nonce, payload, signature }) => [nonce, signature, payload])
      expect(kept).toEqual([
        ["0x1", "", ""],
        ["0x2", "", ""],
        ["0x3", "0xsigned", "{}"],
        // What is reserved had its payload with it in that version.
        ["0x4", "0xsigned", ""],
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

  it.scopedLive(
    "gives the answers that it had stored, byte for byte; its own replicas sell nothing more",
    () =>
      Effect.gen(function* () {
        const place = yield* TestDatabase.lasting
        yield* written(place, "0010", [
          { nonce: "0x1", state: "settled", daysOld: 30 },
          { nonce: "0x2", state: "presumed_settled", daysOld: 30 },
          { nonce: "0x3", state: "unknown", daysOld: 30 },
          { nonce: "0x4", state: "settled", daysOld: 32 }
        ])
        const services = yield* Layer.build(TestLedger.inDatabase(TestLedger.databaseAlone(place)))
        yield* ready(services)
        const { ledger, pending, retention } = portsOf(services)

        const replayed = (nonce: string) => Effect.map(ledger.replay(key(nonce)), Option.getOrUndefined)
        for (const nonce of ["0x1", "0x2"]) {
          const answer = yield* replayed(nonce)
          expect([...(answer?.body ?? [])]).toEqual([...body])
          expect([answer?.headers, answer?.hash]).toEqual([{ etag: '"1"' }, "digest"])
        }
        expect([yield* replayed("0x3"), yield* replayed("0x4")]).toEqual([undefined, undefined])
        const swept = yield* ledger.status(key("0x4"))
        expect(Option.map(swept, ({ responseHash }) => responseHash)).toEqual(Option.some("digest"))
        const taken = { ...key(""), attempt: "new", lease: Duration.seconds(60), limit: 10 }
        expect((yield* pending.takeDue(taken)).map(({ nonce, payload }) => [nonce, payload])).toEqual([
          ["0x3", "{}"]
        ])
        yield* ledger.recordTransfer(key("0x3"), "0xtransaction")
        expect((yield* replayed("0x3"))?.hash).toBe("digest")
        expect([yield* retention.dropResponses(10), (yield* pending.stats).settledWithoutAnswer]).toEqual([
          0, 0
        ])

        const { use } = Context.get(services, Database.Database)
        const sql = Context.get(services, SqlClient.SqlClient)
        const sold = yield* Effect.exit(
          use(sql`
          SELECT reserved FROM almanac_reserve_named('eip155:84532', '0xusdc', '0xpayer', '0x5', 'old', 'request', NULL,
            'fx.rates', 2000, '0xseller', 2000000000, '0xsigned', 'req_1', interval '15 s', interval '10 min', 2000000, 8,
            20, 20, interval '1 day')`)
        )
        expect(sold).toEqual(
          Exit.fail(
            new Database.DatabaseUnavailable({ reason: "refused", sqlState: "57A10", words: undefined })
          )
        )
      })
  )
})
