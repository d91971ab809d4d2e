/** What stands against what: a word or number of the claim and one of the evidence, as they are written. */
export interface Conflict {
  readonly kind: "polarity" | "antonym" | "number" | "class" | "equality" | "direction" | "undoing"
  /** "" for a side that merely affirms. */
  readonly claim: string
  /** "" for a side that merely affirms. */
  readonly evidence: string
}

/** An exclusive pair: if the one holds, the other does not. */
export const conflict = (kind: Conflict["kind"], claim: string, evidence: string): Conflict => ({
  kind,
  claim,
  evidence
})
