import { LedgerDown } from "../Api/Failure.ts"
import type { DatabaseUnavailable } from "../Storage/Database.ts"

/** The 503 of a call whose payment cannot be recorded. */
export const ledgerDown = (_: DatabaseUnavailable) =>
  new LedgerDown({
    message: "Payments cannot be recorded at the moment; nothing was charged.",
    retryAfter: 5
  })
