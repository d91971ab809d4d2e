/**
 * The statements of docs/scale.md, on a ledger that has sold before and sells after.
 */
import { SqlClient } from "@effect/sql"
import { layer } from "@effect/vitest"
import { Effect, Option } from "effect"
import { expect } from "vitest"
import * as SqlServices from "../Payment/ledger/suite/SqlServices.ts"
import {
  after,
  clock,
  keyOf,
  payload,
  ports,
  reservation,
  response,
  start
} from "../Payment/ledger/suite/World.ts"
import { blocksOf } from "../support/Pages.ts"

const statements = blocksOf("docs/scale.md").flatMap(({ code, language }) =>
  language === "sql" ? [code] : []
)

const sell = (nonce: string) =>
  Effect.gen(function* () {
    const { ledger } = yield* ports
    const key = keyOf(nonce)
    yield* ledger.reserve(reservation({ key }))
    yield* ledger.storeAnswer(key, "mine", response, payload)
    expect(yield* ledger.recordTransfer(key, `${nonce}first`)).toBe(true)
    return key
  })

const givenAgain = (keys: ReadonlyArray<ReturnType<typeof keyOf>>) =>
  Effect.flatMap(ports, ({ ledger }) =>
    Effect.forEach(keys, (key) =>
      Effect.map(
        ledger.replay(key),
        Option.map(({ hash }) => hash)
      )
    )
  )

/** Sets the ledger's clock to a moment. */
const at = (moment: string) => after(Date.parse(moment) - start)

layer(SqlServices.layer, { excludeTestServices: true, timeout: "60 seconds" })((it) => {
  it.effect(
    "answers by day: the ledger sells, gives again and sweeps, and drops no answer that is kept",
    () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const { retention } = yield* ports
        const [settings = "", divide = "", nextDay = "", dropDay = "", ...more] = statements
        expect(more).toEqual([])
        yield* at("2026-11-30T18:00Z")
        const before = yield* sell("0x0a")
        yield* Effect.forEach([settings, divide, nextDay], (code) => sql.unsafe(code))
        yield* at("2026-12-01T06:00Z")
        const later = yield* sell("0x0b")

        expect(yield* givenAgain([before, later])).toEqual([Option.some("digest"), Option.some("digest")])
        expect(yield* sql`SELECT tableoid::regclass::text AS kept FROM answers ORDER BY stored_at`).toEqual([
          { kept: "answers_before" },
          { kept: "answers_20261201" }
        ])
        expect(yield* Effect.flip(sql.unsafe(dropDay))).toMatchObject({ cause: { code: "23503" } })

        yield* at("2026-12-02T06:01Z")
        expect(yield* retention.dropResponses(500)).toBe(2)
        expect(yield* givenAgain([before, later])).toEqual([Option.none(), Option.none()])
        yield* sql.unsafe(dropDay)
        expect(yield* sql`SELECT 1 FROM answers`).toEqual([])
      }).pipe(Effect.withClock(clock))
  )
})
