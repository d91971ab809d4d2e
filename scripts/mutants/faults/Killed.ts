/**
 * Faults that show only when a process dies: planted in the processes that the proof's kills end and start. The proof
 * must report them.
 */
import type { Edit } from "../Mutant.ts"

/** A planted fault, where a purchase must be cut to show it, and the rule of `scripts/prove/rules/Rules.ts` that it breaks. */
export interface KilledFault {
  readonly name: string
  readonly rule: string
  readonly source: string
  readonly edit: Edit
  readonly point: string
  readonly breaks: string
}

const inLedger = "every charge is in the ledger"

export const killed: ReadonlyArray<KilledFault> = [
  {
    name: "the facilitator is asked before the answer is stored",
    rule: "Nothing is settled before its answer is stored: otherwise a process that dies in between leaves a charge without an answer.",
    source: 'docs/paying.md, "Paying once"',
    edit: {
      within: "Settlement.make",
      find: "const stored =",
      replace: "yield* ask(order, submitted); const stored ="
    },
    point: "the money has moved",
    breaks: inLedger
  },
  {
    name: "what a dead process was settling is given back",
    rule: "Only certainty ends a settlement that a dead process had begun; a reservation alone is given back.",
    source: "`PendingPayments`",
    edit: {
      within: "releaseStale",
      find: "WHERE state = 'reserved' AND lease_until",
      replace: "WHERE state IN ('reserved', 'settling') AND lease_until"
    },
    point: "the money has moved",
    breaks: inLedger
  },
  {
    name: "a new process sells again what the ledger has as settled",
    rule: "A settled payment's answer is fetched from the ledger, by whichever process is asked.",
    source: 'docs/paying.md, "Paying once"',
    edit: {
      within: "reserveFunction",
      find: "payments.state = 'released' OR (",
      replace: "payments.state IN ('released', 'settled') OR ("
    },
    point: "the settlement is recorded",
    breaks: inLedger
  }
]
