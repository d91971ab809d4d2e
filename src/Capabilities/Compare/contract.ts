import * as Schema from "effect/Schema"
import { capability, strict } from "../../Api/Capability.ts"
import { envelope } from "../../Api/Envelope.ts"
import { text } from "../../Api/Fields.ts"
import { licences, limitOfEach, SourceTypes } from "../../Api/SourceFields.ts"
import { Comparison } from "../../Resources/Comparison.ts"
import { compareExample } from "./example.ts"

/** Body of `POST /v1/compare`. */
export const CompareRequest = Schema.Struct({
  query: text(2, 200).annotations({
    description: "Subjects: A vs B; compare A and B; A, B and C; four at most, anything else is one subject"
  }),
  sourceTypes: SourceTypes,
  limit: limitOfEach
}).annotations({ ...strict, title: "Compare request" })
export type CompareRequest = typeof CompareRequest.Type

/** `POST /v1/compare` */
export const compare = capability("compare", "/v1/compare", {
  id: "information.compare",
  name: "Compare subjects",
  description: `What works, news and entities say of up to four subjects, attribute by attribute, and which same-titled subjects are described differently. A value that no source gave is left out. ${licences}.`,
  category: "information",
  price: "0.10",
  provider: { kind: "composite" },
  example: compareExample
})
  .setPayload(CompareRequest)
  .addSuccess(envelope(Comparison, {}))
