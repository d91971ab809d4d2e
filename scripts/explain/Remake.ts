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
import { askAboutEach, askAll, askClaim, askResearch } from "../../src/Composites/QueryPlan.ts"
import { type ResearchQuestion, research } from "../../src/Composites/Research.ts"
import { ClaimReport } from "../../src/Resources/ClaimReport.ts"
import { Comparison } from "../../src/Resources/Comparison.ts"
import { EvidencePack } from "../../src/Resources/EvidencePack.ts"
import { ResearchReport } from "../../src/Resources/Research.ts"
import { type Asked, askedOf } from "./Asked.ts"
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
  asked: ReadonlyArray<Asked>,
  reply: CompositeResult<A>,
  more: ReadonlyArray<string> = []
): Remade => ({
  explanation: [saved.capability, ...sources(saved.answers, asked), ...more, charging(reply, saved.answers)],
  data: Schema.encodeSync(schema)(reply.data)
})

/** Makes the answer again, and tells how it comes about. */
export const remake = (saved: Saved): Remade => {
  switch (saved.capability) {
    case "research": {
      const request = requestOf(ResearchRequest, saved)
      const table = "government" in request ? request.government : undefined
      const asked = askedOf(askResearch(request.query, request.sources, request.limit, table))
      const question: ResearchQuestion = request
      return told(saved, ResearchReport, asked, research(question, saved))
    }
    case "information.verify": {
      const request = requestOf(VerifyRequest, saved)
      const asked = askedOf(askClaim(request.claim, request.sourceTypes, request.maxSources))
      const reply = verifyClaim(request, saved)
      return told(saved, ClaimReport, asked, reply, verdict(reply, asked))
    }
    case "information.evidence": {
      const request = requestOf(EvidenceRequest, saved)
      const asked = askedOf(askAll(request.query, request.sourceTypes, request.limit))
      return told(saved, EvidencePack, asked, packEvidence(request, saved))
    }
    case "information.compare": {
      const request = requestOf(CompareRequest, saved)
      const asked = askedOf(askAboutEach(request.query, request.sourceTypes, request.limit))
      return told(saved, Comparison, asked, compareSubjects(request, saved))
    }
  }
}
