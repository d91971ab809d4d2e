/** On the server of DATABASE_URL, embedded where there is none. */
import { ledgerSuite } from "./suite/LedgerSuite.ts"
import * as SqlServices from "./suite/SqlServices.ts"

ledgerSuite("the ledger in PostgreSQL", SqlServices.layer)
