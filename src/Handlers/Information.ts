import { HttpApiBuilder } from "@effect/platform"
import { Effect, flow } from "effect"
import { Api } from "../Api/Api.ts"
import {
  type CompareRequest,
  compare,
  type EvidenceRequest,
  evidence,
  type VerifyRequest,
  verify
} from "../Api/Information.ts"
import { verifyClaim } from "../Composites/ClaimVerification.ts"
import { compareSubjects } from "../Composites/Comparison.ts"
import { packEvidence } from "../Composites/Evidence.ts"
import { askAboutEach, askAll } from "../Composites/Plan.ts"
import { purchase } from "../Payment/Purchase.ts"
import { type Composite, composer, delivered, withinWindow } from "./Compose.ts"

export const layer = HttpApiBuilder.group(Api, "information", (handlers) =>
  Effect.map(composer, (compose) => {
    const answer = <Request, Data>(composite: Composite<Request, Data>) =>
      flow(compose(composite), Effect.map(delivered))
    const verified = answer({
      capability: "information.verify",
      asks: ({ claim, maxSources, sourceTypes }: VerifyRequest) => askAll(claim, sourceTypes, maxSources),
      make: verifyClaim
    })
    const packed = answer({
      capability: "information.evidence",
      asks: ({ limit, query, sourceTypes }: EvidenceRequest) => askAll(query, sourceTypes, limit),
      make: packEvidence
    })
    const compared = answer({
      capability: "information.compare",
      asks: ({ limit, query, sourceTypes }: CompareRequest) => askAboutEach(query, sourceTypes, limit),
      make: compareSubjects
    })
    return handlers
      .handleRaw("verify", flow(purchase(verify, verified), withinWindow(verify)))
      .handleRaw("evidence", flow(purchase(evidence, packed), withinWindow(evidence)))
      .handleRaw("compare", flow(purchase(compare, compared), withinWindow(compare)))
  })
)
