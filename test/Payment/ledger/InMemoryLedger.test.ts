import { Layer } from "effect"
import * as InMemoryLedger from "../../../src/Payment/ledger/InMemoryLedger.ts"
import * as Tables from "../../../src/Payment/ledger/memory/Tables.ts"
import * as LedgerTable from "../../support/LedgerTable.ts"
import { ledgerSuite } from "./suite/LedgerSuite.ts"

const tables = Tables.empty()

ledgerSuite("the ledger in memory", Layer.merge(InMemoryLedger.layerOn(tables), LedgerTable.inMemory(tables)))
