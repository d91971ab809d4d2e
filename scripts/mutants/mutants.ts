/** All planted faults. */
import { admission } from "./faults/Admission.ts"
import { answers } from "./faults/Answers.ts"
import { charging } from "./faults/Charging.ts"
import { identity } from "./faults/Identity.ts"
import { keeping } from "./faults/Keeping.ts"
import { ledger } from "./faults/Ledger.ts"
import { outcomes } from "./faults/Outcomes.ts"
import { receiptFaults } from "./faults/Receipts.ts"
import { settling } from "./faults/Settling.ts"
import { traffic } from "./faults/Traffic.ts"
import type { Mutant } from "./Mutant.ts"

/** By what they break, in the order in which a purchase meets it. */
export const groups = {
  "One payment, one purchase": identity,
  "Who gets in": admission,
  "What the ledger holds": ledger,
  "What the ledger keeps, and for how long": keeping,
  "What a facilitator's word proves": settling,
  "What a receipt proves": receiptFaults,
  "Settlements of unknown outcome": outcomes,
  "What is charged": charging,
  "What providers say": answers,
  "What strangers may cost": traffic
} as const satisfies Readonly<Record<string, ReadonlyArray<Mutant>>>

export const mutants: ReadonlyArray<Mutant> = Object.values(groups).flat()
