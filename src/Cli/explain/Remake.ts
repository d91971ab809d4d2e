/**
 * A composite call made again from its saved outcomes: no source is asked.
 */
import * as Either from "effect/Either"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import { CompareRequest } from "../../Capabilities/Compare/contract.ts"
import { EvidenceRequest } from "../../Capabilities/Evidence/contract.ts"
import { ResearchRequest } from "../../Capabilities/Research/contract.ts"
import { VerifyRequest } from "../../Capabilities/Verify/contract.ts"
import { verifyClaim } from "../../Composites/ClaimVerification.ts"
import { compareSubjects } from "../../Composites/Comparison.ts"
import type { CompositeResult } from "../../Composites/CompositeResult.ts"
import { packEvidence } from "../../Composites/Evidence.ts"
import { askAboutEach, askAll, askClaim, askResearch } from "../../Composites/QueryPlan.ts"
import { type ResearchQuestion, research } from "../../Composites/Research.ts"
import { Saved } from "../../Composites/SavedOutcomes.ts"
import { ClaimReport } from "../../Resources/ClaimReport.ts"
import { Comparison } from "../../Resources/Comparison.ts"
import { EvidencePack } from "../../Resources/EvidencePack.ts"
import { pointer } from "../../Resources/Problem.ts"
import { ResearchReport } from "../../Resources/Research.ts"
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

const isRequest: Readonly<Record<Saved["capability"], (request: unknown) => boolean>> = {
  research: Schema.is(Schema.typeSchema(ResearchRequest)),
  "information.verify": Schema.is(Schema.typeSchema(VerifyRequest)),
  "information.evidence": Schema.is(Schema.typeSchema(EvidenceRequest)),
  "information.compare": Schema.is(Schema.typeSchema(CompareRequest))
}

/** Characters of a rule that are told. */
const longest = 100

/** The saved outcomes that a value is, or what is wrong with it. */
export const savedIn = (value: unknown): Saved | string => {
  const saved = Schema.decodeUnknownEither(Saved)(value)
  if (Either.isRight(saved)) {
    const { capability, request } = saved.right
    return isRequest[capability](request) ? saved.right : `/request is no request of ${capability}`
  }
  const [first] = ParseResult.ArrayFormatter.formatErrorSync(saved.left)
  const { message = "", path = [] } = first ?? {}
  // Of a value of another kind the sentence is the whole schema.
  return `${pointer(path)} ${message.length > longest ? "is of another form" : message}`
}

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
