/** The ledger in memory and the one in the database cannot be told apart, whatever is done to them. */
import { expect, it } from "@effect/vitest"
import { Effect, FastCheck as fc, Layer, Runtime } from "effect"
import * as InMemoryLedger from "../../../src/Payment/ledger/InMemoryLedger.ts"
import * as Tables from "../../../src/Payment/ledger/memory/Tables.ts"
import * as LedgerTable from "../../support/LedgerTable.ts"
import { runs } from "../../support/setup/Runs.ts"
import { type Step, sequences } from "./suite/Sequences.ts"
import * as SqlServices from "./suite/SqlServices.ts"
import { after, clock, type Ports, portsOf } from "./suite/World.ts"

const inMemory = Effect.map(
  Effect.suspend(() => {
    const tables = Tables.empty()
    return Layer.build(Layer.merge(InMemoryLedger.layerOn(tables), LedgerTable.inMemory(tables)))
  }),
  portsOf
)

/** Every operation gives the same back, and all of them leave the same in the tables. */
const compare = (memory: Ports, sql: Ports, steps: ReadonlyArray<Step>) =>
  Effect.gen(function* () {
    yield* Effect.zipRight(memory.table.clear, sql.table.clear)
    let time = 0
    for (const { name, move, run } of steps) {
      time += move
      yield* after(time)
      expect([name, yield* run(sql)]).toEqual([name, yield* run(memory)])
    }
    const left = ({ table }: Ports) => Effect.all([table.payments, table.payers])
    expect(yield* left(sql)).toEqual(yield* left(memory))
  }).pipe(Effect.withClock(clock))

it.scopedLive(
  "one ledger is as good as the other",
  () =>
    Effect.gen(function* () {
      const memory = yield* inMemory
      const sql = portsOf(yield* Layer.build(SqlServices.layer))
      const runtime = yield* Effect.runtime()
      yield* Effect.promise(() =>
        fc.assert(
          fc.asyncProperty(sequences, (steps) => Runtime.runPromise(runtime)(compare(memory, sql, steps))),
          { numRuns: runs(50) }
        )
      )
    }),
  120_000
)
