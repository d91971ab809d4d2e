import * as Schema from "effect/Schema"
import { EvidenceItem, SourceReference } from "./Evidence.ts"
import { Moment } from "./Moment.ts"

/** What the sources have on a subject, without a judgement. */
export const EvidencePack = Schema.Struct({
  query: Schema.String.annotations({ description: "The query as asked, trimmed" }),
  findings: Schema.Array(EvidenceItem).annotations({
    description: "In the order of the request's sources, then the provider's; copies of a record once"
  }),
  sources: Schema.Array(SourceReference).annotations({
    description: "Where the findings were found, each once"
  }),
  retrievedAt: Moment.annotations({ description: "When the answer was put together" })
}).annotations({
  title: "EvidencePack",
  description: "What the sources have on a subject, without a judgement"
})
export type EvidencePack = typeof EvidencePack.Type
