/**
 * The 503 of a call that the ledger does not answer: what is known of the money differs from case to case.
 */
import { LedgerDown } from "../../Api/Failure.ts"
import type { DatabaseUnavailable } from "../../Storage/Database.ts"

const down = (message: string) => (_: DatabaseUnavailable) => new LedgerDown({ message, retryAfter: 5 })

/** A payment cannot be reserved: nothing has begun. */
export const ledgerDown = down("Payments cannot be recorded at the moment; nothing was charged.")

/** A payment of the past cannot be looked up. What was charged then is not changed by this call. */
export const ledgerUnread = down("Payments cannot be looked up at the moment; this call charged nothing.")

/** The answer may be stored or not: if it is, the reconciler settles it. */
export const ledgerLost = down(
  "The ledger was lost while it recorded this purchase. Send the same request with the same payment again: it is charged once at most."
)
