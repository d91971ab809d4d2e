/** All planted faults. */
import { admission } from "./Admission.ts"
import { answers } from "./Answers.ts"
import { charging } from "./Charging.ts"
import { identity } from "./Identity.ts"
import { keeping } from "./Keeping.ts"
import { ledger } from "./Ledger.ts"
import type { Mutant } from "./Mutant.ts"
import { outcomes } from "./Outcomes.ts"
import { receiptFaults } from "./Receipts.ts"
import { settling } from "./Settling.ts"
import { traffic } from "./Traffic.ts"

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
