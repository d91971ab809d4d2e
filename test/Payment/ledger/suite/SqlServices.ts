/** The ledger in a database of the test's own. */
import { Effect, Layer, Schedule } from "effect"
import { Database } from "../../../../src/Storage/Database.ts"
import * as TestDatabase from "../../../support/TestDatabase.ts"
import * as TestLedger from "../../../support/TestLedger.ts"

const ready = Effect.flatMap(Database, ({ probe }) => probe).pipe(
  Effect.repeat({ until: (isReady) => isReady, schedule: Schedule.spaced("25 millis") })
)

const services = Effect.gen(function* () {
  const place = yield* TestDatabase.make
  const context = yield* Layer.build(TestLedger.inDatabase(TestLedger.databaseAt(place)))
  yield* Effect.provide(ready, context)
  return context
})

export const layer = Layer.orDie(Layer.scopedContext(services))
