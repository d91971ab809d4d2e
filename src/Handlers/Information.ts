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
import { Paywall } from "../Payment/Paywall.ts"
import { type Composite, composer, delivered } from "./Compose.ts"

export const layer = HttpApiBuilder.group(Api, "information", (handlers) =>
  Effect.gen(function* () {
    const compose = yield* composer
    const { protect } = yield* Paywall
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
      .handleRaw("verify", protect(verify, verified))
      .handleRaw("evidence", protect(evidence, packed))
      .handleRaw("compare", protect(compare, compared))
  })
)
