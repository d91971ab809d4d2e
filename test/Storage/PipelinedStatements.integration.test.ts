/**
 * Statements that go to the database together: each caller gets what is his, and what one is refused for costs no other
 * anything.
 */
import { SqlClient } from "@effect/sql"
import { expect, it, layer as provided } from "@effect/vitest"
import { Cause, Context, Effect, Exit, Layer, Option, Schedule, type Scope } from "effect"
import { describe } from "vitest"
import { Database, layer, type OpenError, StatementRejected } from "../../src/Storage/Database.ts"
import type { Migrations } from "../../src/Storage/Migrations.ts"
import * as Prepared from "../../src/Storage/Prepared.ts"
import * as Postgres from "../support/servers/Postgres.ts"

const migrations: Migrations = {
  "0001_notes": Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.asVoid(sql`CREATE TABLE notes (id integer PRIMARY KEY, text text, bytes bytea)`)
  )
}

type Url = Option.Option<Postgres.Database["url"]>

const world = (url: Url) =>
  Effect.gen(function* () {
    const context = yield* Layer.build(layer({ url, dataDir: "memory://", migrations }))
    const database = Context.get(context, Database)
    const sql = Context.get(context, SqlClient.SqlClient)
    yield* Effect.repeat(database.probe, { until: (ready) => ready, schedule: Schedule.spaced("20 millis") })
    const insert = Prepared.template(
      ["id", "text", "bytes"],
      (the) => sql`
        INSERT INTO notes VALUES (${the.id}::integer, ${the.text}, ${the.bytes}::bytea)
        RETURNING id, text, bytes, txid_current()::text AS transaction, pg_backend_pid() AS connection`
    )
    const update = Prepared.template(
      ["id", "text"],
      (the) => sql`UPDATE notes SET text = ${the.text} WHERE id = ${the.id}::integer`
    )
    const ids = Effect.map(database.use(sql`SELECT id FROM notes ORDER BY id`), (rows) =>
      rows.map(({ id }) => id)
    )
    return { database, sql, insert, update, ids }
  })

/** One for all tests of a block: each begins without notes. */
class World extends Context.Tag("test/World")<World, Effect.Effect.Success<ReturnType<typeof world>>>() {}

const emptied = Effect.tap(World, ({ database, sql }) => database.use(sql`TRUNCATE notes`))

const late = { _tag: "DatabaseUnavailable", reason: "timeout" }

const note = (id: number, text: string | null = null, bytes: Uint8Array | null = null) => ({
  id: String(id),
  text,
  bytes
})

/** All at once, with all their ends. */
const atOnce = <A, E>(effects: ReadonlyArray<Effect.Effect<A, E>>) =>
  Effect.all(effects.map(Effect.exit), { concurrency: "unbounded" })

const results = <A, E>(exits: ReadonlyArray<Exit.Exit<A, E>>) =>
  exits.map((exit) => (Exit.isSuccess(exit) ? exit.value : Cause.squash(exit.cause)))

const databases: ReadonlyArray<readonly [string, Effect.Effect<Url, OpenError, Scope.Scope>]> = [
  ["the embedded database", Effect.succeedNone],
  ...(Postgres.url === undefined
    ? []
    : [["a server", Effect.map(Postgres.database, ({ url }) => Option.some(url))] as const])
]

describe.each(databases)("pipelined statements, in %s,", (_, there) => {
  provided(Layer.scoped(World, Effect.flatMap(there, world)), { excludeTestServices: true })((it) => {
    it.effect("give each caller its own rows, over few connections and in a transaction each", () =>
      Effect.gen(function* () {
        const { database, insert, ids } = yield* emptied
        const notes = Array.from({ length: 40 }, (_, id) =>
          note(
            id,
            ["plain", "", null, "é 😀 \\ ' \" {1,2}", "x".repeat(70_000)][id % 5],
            id % 3 === 0 ? null : Uint8Array.of(0, 255, id)
          )
        )
        const exits = yield* atOnce(notes.map((one) => database.pipelined(insert(one))))
        const rows = exits.map((exit) => Exit.getOrElse(exit, () => ({ rows: [], count: 0 })).rows)
        expect(
          rows.map(([row]) => ({
            ...row,
            bytes: row?.["bytes"] === null ? null : Buffer.from(row?.["bytes"] as Buffer)
          }))
        ).toEqual(
          notes.map(({ id, text, bytes }, index) => ({
            id: Number(id),
            text,
            bytes: bytes === null ? null : Buffer.from(bytes),
            transaction: expect.any(String),
            // Eight go over the connection of the first of them.
            connection: rows[index - (index % 8)]?.[0]?.["connection"]
          }))
        )
        expect(new Set(rows.map(([row]) => row?.["transaction"])).size).toBe(40)
        expect(yield* ids).toEqual(notes.map(({ id }) => Number(id)))
      })
    )

    it.effect("tell each caller how many rows it has changed", () =>
      Effect.gen(function* () {
        const { database, insert, update } = yield* emptied
        yield* atOnce([1, 2].map((id) => database.pipelined(insert(note(id)))))
        const exits = yield* atOnce(
          [1, 7, 2, 1].map((id) => database.pipelined(update({ id: String(id), text: "seen" })))
        )
        expect(results(exits)).toEqual([1, 0, 1, 1].map((count) => ({ rows: [], count })))
      })
    )

    it.effect("refuse the one that breaks a rule, and none of the others", () =>
      Effect.gen(function* () {
        const { database, insert, ids } = yield* emptied
        yield* database.pipelined(insert(note(2)))
        for (const start of [10, 20, 30, 40]) {
          const exits = yield* atOnce(
            [start, 2, start + 1, Number.NaN].map((id) => database.pipelined(insert(note(id))))
          )
          const [first, taken, second, nonsense] = results(exits)
          expect([first, second]).toMatchObject([{ count: 1 }, { count: 1 }])
          expect(taken).toBeInstanceOf(StatementRejected)
          expect(taken).toMatchObject({ sqlState: "23505", constraint: "notes_pkey" })
          expect(nonsense).toMatchObject({ _tag: "StatementRejected", sqlState: "22P02" })
        }
        expect(yield* ids).toEqual([2, 10, 11, 20, 21, 30, 31, 40, 41])
      })
    )

    it.effect("leave no setting of theirs to one another, nor to another statement", () =>
      Effect.gen(function* () {
        const { database, sql } = yield* emptied
        const soon = Prepared.template(
          ["value"],
          (the) => sql`
          SELECT current_setting('synchronous_commit') AS before,
            set_config('synchronous_commit', ${the.value}, true) AS setting`
        )
        const asked = Prepared.template(
          ["note"],
          (the) => sql`SELECT ${the.note}::text AS note, current_setting('synchronous_commit') AS setting`
        )
        const exits = yield* atOnce([
          database.pipelined(soon({ value: "off" })),
          database.pipelined(asked({ note: "a" })),
          database.pipelined(soon({ value: "off" })),
          database.pipelined(asked({ note: "b" }))
        ])
        expect(results(exits)).toMatchObject([
          { rows: [{ before: "on", setting: "off" }] },
          { rows: [{ note: "a", setting: "on" }] },
          { rows: [{ before: "on", setting: "off" }] },
          { rows: [{ note: "b", setting: "on" }] }
        ])
      })
    )

    it.effect("are unavailable over a connection that has forgotten them, and over the next one not", () =>
      Effect.gen(function* () {
        const { database, insert, sql, ids } = yield* emptied
        yield* database.pipelined(insert(note(1)))
        yield* database.use(sql`DEALLOCATE ALL`)
        const exits = yield* atOnce([2, 3].map((id) => database.pipelined(insert(note(id)))))
        const forgotten = { _tag: "DatabaseUnavailable", reason: "refused", sqlState: "26000" }
        expect(results(exits)).toMatchObject([forgotten, forgotten])
        expect(yield* database.pipelined(insert(note(4)))).toMatchObject({ count: 1 })
        expect(yield* ids).toEqual([1, 4])
      })
    )
  })
})

it.scopedLive("statements that wait for a connection are not sent any more once their time is over", () =>
  Effect.gen(function* () {
    const { database, insert, ids, sql } = yield* world(Option.none())
    const exits = yield* sql.withTransaction(
      Effect.zipRight(sql`SELECT 1`, atOnce([1, 2].map((id) => database.pipelined(insert(note(id))))))
    )
    expect(results(exits)).toMatchObject([late, late])
    yield* database.pipelined(insert(note(3)))
    expect(yield* ids).toEqual([3])
  })
)

// All at the same time: they wait for limits.
describe.skipIf(Postgres.url === undefined).concurrent("pipelined statements, when the server", () => {
  it.scopedLive("ends their connection, are done up to there, and no further", () =>
    Effect.gen(function* () {
      const { administer, name, url } = yield* Postgres.database
      const { database, insert, ids, sql } = yield* world(Option.some(url))
      const slow = Prepared.template(
        ["id"],
        (the) => sql`
          WITH waited AS MATERIALIZED (SELECT pg_sleep(0.4))
          INSERT INTO notes SELECT ${the.id}::integer FROM waited RETURNING id`
      )
      const kill = Effect.delay(
        administer(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}' AND query LIKE '%pg_sleep%'`
        ),
        "600 millis"
      )
      const [exits] = yield* Effect.all(
        [atOnce([1, 2, 3].map((id) => database.pipelined(slow({ id: String(id) })))), kill],
        { concurrency: "unbounded" }
      )
      expect(results(exits)).toMatchObject([
        { rows: [{ id: 1 }], count: 1 },
        { _tag: "DatabaseUnavailable", reason: "refused", sqlState: "57P01" },
        { _tag: "DatabaseUnavailable", reason: "connection" }
      ])
      expect(results(yield* atOnce([database.pipelined(insert(note(4)))]))).toMatchObject([{ count: 1 }])
      expect(yield* ids).toEqual([1, 4])
    })
  )

  it.scopedLive("is lost in the middle, all fail as unavailable", () =>
    Effect.gen(function* () {
      const proxy = yield* Postgres.proxy(yield* Postgres.database)
      yield* proxy.open
      const { database, insert, sql } = yield* world(Option.some(proxy.url))
      const slow = Prepared.template(["id"], (the) => sql`SELECT ${the.id}::text AS id, pg_sleep(0.4)`)
      const [exits] = yield* Effect.all(
        [
          atOnce(["1", "2"].map((id) => database.pipelined(slow({ id })))),
          Effect.delay(proxy.close, "200 millis")
        ],
        { concurrency: "unbounded" }
      )
      const lost = { _tag: "DatabaseUnavailable", reason: "connection" }
      expect(results(exits)).toMatchObject([lost, lost])
      yield* proxy.open
      const again = yield* atOnce([1, 2].map((id) => database.pipelined(insert(note(id)))))
      expect(results(again)).toMatchObject([{ count: 1 }, { count: 1 }])
    })
  )

  it.scopedLive("keeps one waiting, wait for 3 seconds at most, but for those before it", () =>
    Effect.gen(function* () {
      const { url } = yield* Postgres.database
      const { database, insert, update, sql } = yield* world(Option.some(url))
      yield* atOnce([1, 2, 3].map((id) => database.pipelined(insert(note(id)))))
      const exits = yield* sql.withTransaction(
        Effect.zipRight(
          sql`UPDATE notes SET text = 'mine' WHERE id = 1`,
          atOnce(["2", "1", "3"].map((id) => database.pipelined(update({ id, text: "theirs" }))))
        )
      )
      expect(results(exits)).toMatchObject([{ count: 1 }, late, late])
      expect(results(yield* atOnce([database.pipelined(update({ id: "2", text: "x" }))]))).toMatchObject([
        { count: 1 }
      ])
    })
  )
})
