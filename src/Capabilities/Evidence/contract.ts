import * as Schema from "effect/Schema"
import { capability, strict } from "../../Api/Capability.ts"
import { envelope } from "../../Api/Envelope.ts"
import { text } from "../../Api/Fields.ts"
import { licences, limitOfEach, SourceTypes } from "../../Api/SourceFields.ts"
import { EvidencePack } from "../../Resources/EvidencePack.ts"
import { evidenceExample } from "./example.ts"

/** Body of `POST /v1/evidence`. */
export const EvidenceRequest = Schema.Struct({
  query: text(3, 500).annotations({ description: "A subject or a question, in English" }),
  sourceTypes: SourceTypes,
  limit: limitOfEach
}).annotations({ ...strict, title: "Evidence request" })
export type EvidenceRequest = typeof EvidenceRequest.Type

/** `POST /v1/evidence` */
export const evidence = capability("evidence", "/v1/evidence", {
  id: "information.evidence",
  name: "Evidence pack",
  description: `Works, news and entities about a subject as evidence items with their pages, without a judgement. Nothing is generated. ${licences}.`,
  category: "information",
  price: "0.05",
  provider: { kind: "composite" },
  example: evidenceExample
})
  .setPayload(EvidenceRequest)
  .addSuccess(envelope(EvidencePack, {}))
