import { HttpApiGroup } from "@effect/platform"
import { Schema } from "effect"
import { ClaimReport } from "../Resources/ClaimReport.ts"
import { Comparison } from "../Resources/Comparison.ts"
import { EvidencePack } from "../Resources/EvidencePack.ts"
import { capability, strict } from "./Capability.ts"
import { envelope } from "./Envelope.ts"
import { compareExample } from "./examples/compare.ts"
import { evidenceExample } from "./examples/evidence.ts"
import { verifyExample } from "./examples/verify.ts"
import { text, wholeNumber, withDefault } from "./Fields.ts"
import { saleFailures } from "./Payment.ts"
import { licences, SourceTypes } from "./SourceFields.ts"

const limit = withDefault(
  wholeNumber(1, 10).annotations({ description: "Results of each source, 5 when left out" }),
  () => 5
)

/** Body of `POST /v1/verify`. */
export const VerifyRequest = Schema.Struct({
  claim: text(5, 500).annotations({ description: "A sentence that says one thing, in English" }),
  sourceTypes: SourceTypes,
  maxSources: withDefault(
    wholeNumber(3, 30).annotations({
      description: "Results that are considered at most, over all sources; 12 when left out"
    }),
    () => 12
  )
}).annotations({ ...strict, title: "Verify request" })
export type VerifyRequest = typeof VerifyRequest.Type

/** Body of `POST /v1/evidence`. */
export const EvidenceRequest = Schema.Struct({
  query: text(3, 500).annotations({ description: "A subject or a question, in English" }),
  sourceTypes: SourceTypes,
  limit
}).annotations({ ...strict, title: "Evidence request" })
export type EvidenceRequest = typeof EvidenceRequest.Type

/** Body of `POST /v1/compare`. */
export const CompareRequest = Schema.Struct({
  query: text(2, 200).annotations({
    description: "Subjects: A vs B; compare A and B; A, B and C; four at most, anything else is one subject"
  }),
  sourceTypes: SourceTypes,
  limit
}).annotations({ ...strict, title: "Compare request" })
export type CompareRequest = typeof CompareRequest.Type

/** `POST /v1/verify` */
export const verify = capability("verify", "/v1/verify", {
  id: "information.verify",
  name: "Verify a claim",
  description: `How works, news and entities that were found read with regard to a claim: supported, contradicted, mixed or insufficient, by shared words and words of denial, with the evidence. A reading of the evidence, no fact-check. ${licences}`,
  category: "information",
  price: "0.05",
  provider: { kind: "composite" },
  example: verifyExample
})
  .setPayload(VerifyRequest)
  .addSuccess(envelope(ClaimReport, {}))

/** `POST /v1/evidence` */
export const evidence = capability("evidence", "/v1/evidence", {
  id: "information.evidence",
  name: "Evidence pack",
  description: `Works, news and entities about a subject as evidence items with their pages, without a judgement. Nothing is generated. ${licences}`,
  category: "information",
  price: "0.05",
  provider: { kind: "composite" },
  example: evidenceExample
})
  .setPayload(EvidenceRequest)
  .addSuccess(envelope(EvidencePack, {}))

/** `POST /v1/compare` */
export const compare = capability("compare", "/v1/compare", {
  id: "information.compare",
  name: "Compare subjects",
  description: `What works, news and entities say of up to four subjects, attribute by attribute, and which same-titled subjects are described differently. A value that no source gave is left out. ${licences}`,
  category: "information",
  price: "0.10",
  provider: { kind: "composite" },
  example: compareExample
})
  .setPayload(CompareRequest)
  .addSuccess(envelope(Comparison, {}))

export class Information extends HttpApiGroup.make("information")
  .add(verify)
  .add(evidence)
  .add(compare)
  .addError(saleFailures) {}
