/**
 * The ledger of a service under test: in memory in the unit tier, in a database everywhere else.
 */
import { Effect, Layer } from "effect"
import * as DatabaseClock from "../../scripts/prove/service/DatabaseClock.ts"
import * as InMemoryLedger from "../../src/Payment/ledger/InMemoryLedger.ts"
import * as Tables from "../../src/Payment/ledger/memory/Tables.ts"
import { migrations } from "../../src/Payment/ledger/migrations.ts"
import * as SqlLedger from "../../src/Payment/ledger/SqlLedger.ts"
import * as Database from "../../src/Storage/Database.ts"
import * as LedgerTable from "./LedgerTable.ts"
import * as TestDatabase from "./TestDatabase.ts"

/** Whether services under test have their ledgers in memory. */
export const isInMemory = process.env["TEST_TIER"] === "unit"

/** A ledger on these tables. The readiness check has a database to ask, which does nothing else. */
export const inMemory = (tables: Tables.Tables) =>
  Layer.mergeAll(
    InMemoryLedger.layerOn(tables),
    LedgerTable.inMemory(tables),
    Layer.mock(Database.Database, { probe: Effect.succeed(true), problem: Effect.succeedNone })
  )

/** The database of a ledger, at a place. It keeps its own time. */
export const databaseAlone = (place: Effect.Effect.Success<typeof TestDatabase.make>) =>
  Database.layer({ url: place.databaseUrl, dataDir: place.dataDir, migrations })

/** The same, by the clock of whoever asks it. */
export const databaseAt = (place: Effect.Effect.Success<typeof TestDatabase.make>) =>
  DatabaseClock.following(databaseAlone(place))

/** A ledger in this database. */
export const inDatabase = <A, E>(
  database: Layer.Layer<A | Layer.Layer.Success<ReturnType<typeof databaseAt>>, E>
) => Layer.provideMerge(Layer.merge(SqlLedger.layer, LedgerTable.inDatabase), database)

/** A ledger of the test's own. */
export const make = isInMemory
  ? Effect.sync(() => inMemory(Tables.empty()))
  : Effect.map(TestDatabase.make, (place) => inDatabase(databaseAt(place)))

/** Options of services with one ledger, which outlives them within the scope. */
export const lasting = isInMemory
  ? Effect.sync(() => ({ tables: Tables.empty() }))
  : Effect.map(TestDatabase.lasting, (storage) => ({ storage }))
