/** On the server of DATABASE_URL, embedded where there is none. */
import * as SqlServices from "./ledger/suite/SqlServices.ts"
import { purchaseSuite } from "./purchase/PurchaseSuite.ts"

purchaseSuite("a purchase on the ledger in PostgreSQL", SqlServices.layer)
