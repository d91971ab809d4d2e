/**
 * A composite call made again from its saved outcomes: no source is asked.
 */
import { Schema } from "effect"
import { CompareRequest } from "../../src/Capabilities/Compare/contract.ts"
import { EvidenceRequest } from "../../src/Capabilities/Evidence/contract.ts"
import { ResearchRequest } from "../../src/Capabilities/Research/contract.ts"
import { VerifyRequest } from "../../src/Capabilities/Verify/contract.ts"
import { verifyClaim } from "../../src/Composites/ClaimVerification.ts"
import { compareSubjects } from "../../src/Composites/Comparison.ts"
import type { CompositeResult } from "../../src/Composites/CompositeResult.ts"
import { packEvidence } from "../../src/Composites/Evidence.ts"
import type { Saved } from "../../src/Composites/OutcomeArchive.ts"
import { type ResearchQuestion, research } from "../../src/Composites/Research.ts"
import { ClaimReport } from "../../src/Resources/ClaimReport.ts"
import { Comparison } from "../../src/Resources/Comparison.ts"
import { EvidencePack } from "../../src/Resources/EvidencePack.ts"
import { ResearchReport } from "../../src/Resources/Research.ts"
import { charging, sources, verdict } from "./Words.ts"

export interface Remade {
  /** For a person, line by line. */
  readonly explanation: ReadonlyArray<string>
  /** The answer's `data`, as it was sent. */
  readonly data: unknown
}

/** A saved request, decoded when it was saved. */
const requestOf = <A, I>(schema: Schema.Schema<A, I>, { request }: Saved): A =>
  Schema.decodeUnknownSync(Schema.typeSchema(schema))(request)

const told = <A, I>(
  saved: Saved,
  schema: Schema.Schema<A, I>,
  reply: CompositeResult<A>,
  more: ReadonlyArray<string> = []
): Remade => ({
  explanation: [saved.capability, ...sources(saved.answers), ...more, charging(reply)],
  data: Schema.encodeSync(schema)(reply.data)
})

/** Makes the answer again, and tells how it comes about. */
export const remake = (saved: Saved): Remade => {
  switch (saved.capability) {
    case "research": {
      const question: ResearchQuestion = requestOf(ResearchRequest, saved)
      return told(saved, ResearchReport, research(question, saved))
    }
    case "information.verify": {
      const reply = verifyClaim(requestOf(VerifyRequest, saved), saved)
      return told(saved, ClaimReport, reply, verdict(reply))
    }
    case "information.evidence":
      return told(saved, EvidencePack, packEvidence(requestOf(EvidenceRequest, saved), saved))
    case "information.compare":
      return told(saved, Comparison, compareSubjects(requestOf(CompareRequest, saved), saved))
  }
}
