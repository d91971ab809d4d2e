import * as Schema from "effect/Schema"
import { EvidenceItem } from "./Evidence.ts"
import { Count, numberFrom } from "./Values.ts"

/** How the evidence that was found reads with regard to a claim; no fact-check. */
export const ClaimReport = Schema.Struct({
  claim: Schema.String.annotations({ description: "The claim as made, trimmed" }),
  verdict: Schema.Literal("supported", "contradicted", "mixed", "insufficient").annotations({
    description:
      "How the evidence reads: most of it affirms the claim, most denies it, it is divided, or there is too little"
  }),
  confidence: numberFrom(0, 1).annotations({
    description: "0 to 1: how sure the reading is, not how true the claim is"
  }),
  evidence: Schema.Array(EvidenceItem).annotations({
    description: "The results that are relevant to the claim, the most relevant first; copies once"
  }),
  agreementCount: Count.annotations({ description: "How many of them affirm the claim" }),
  contradictionCount: Count.annotations({ description: "How many of them deny it" }),
  sourcesChecked: Count.annotations({ description: "How many there are in all" })
}).annotations({
  title: "ClaimReport",
  description: "How the evidence that was found reads with regard to a claim; no fact-check"
})
export type ClaimReport = typeof ClaimReport.Type
