import { Layer } from "effect"
import * as InMemoryLedger from "../../src/Payment/ledger/InMemoryLedger.ts"
import * as Tables from "../../src/Payment/ledger/memory/Tables.ts"
import * as LedgerTable from "../support/LedgerTable.ts"
import { purchaseSuite } from "./purchase/PurchaseSuite.ts"

const tables = Tables.empty()

purchaseSuite(
  "a purchase on the ledger in memory",
  Layer.merge(InMemoryLedger.layerOn(tables), LedgerTable.inMemory(tables))
)
