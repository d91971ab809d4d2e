import * as Schema from "effect/Schema"
import { capability, strict } from "../../Api/Capability.ts"
import { envelope } from "../../Api/Envelope.ts"
import { text, wholeNumber, withDefault } from "../../Api/Fields.ts"
import { licences, SourceTypes } from "../../Api/SourceFields.ts"
import { ClaimReport } from "../../Resources/ClaimReport.ts"
import { verifyExample } from "./example.ts"

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

/** `POST /v1/verify` */
export const verify = capability("verify", "/v1/verify", {
  id: "information.verify",
  name: "Verify a claim",
  description: `How works, news and entities that were found read with regard to a claim: supported, contradicted, mixed or insufficient, by shared words and words of denial, with the evidence. A reading of the evidence, no fact-check. ${licences}.`,
  category: "information",
  price: "0.05",
  provider: { kind: "composite" },
  example: verifyExample
})
  .setPayload(VerifyRequest)
  .addSuccess(envelope(ClaimReport, {}))
