/**
 * The 503 of a call while the ledger is away. What is known about the money differs from case to case.
 */
import { LedgerDown } from "../../Api/Failure.ts"
import type { DatabaseUnavailable } from "../../Storage/Database.ts"

const down = (message: string) => (_: DatabaseUnavailable) => new LedgerDown({ message, retryAfter: 5 })

/** A payment cannot be reserved: nothing has started. */
export const ledgerDown = down("Payments cannot be recorded at the moment; nothing was charged.")

/** An earlier payment cannot be looked up. This call does not change what was charged then. */
export const ledgerUnread = down("Payments cannot be looked up at the moment; this call charged nothing.")

/** The response may be stored. If it is, the reconciler settles the payment. */
export const ledgerLost = down(
  "The ledger was lost while it recorded this purchase. Send the same request with the same payment again: it is charged once at most."
)
