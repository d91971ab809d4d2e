/**
 * How the sources read with regard to a claim: asked of single capabilities, put together by pure functions.
 */
import * as Effect from "effect/Effect"
import { flow } from "effect/Function"
import * as Layer from "effect/Layer"
import { verifyClaimSteps } from "../../Composites/ClaimVerification.ts"
import { askClaim } from "../../Composites/QueryPlan.ts"
import { defineCapability } from "../Capability.ts"
import { asksOf, compose, delivered } from "../Composite.ts"
import { type VerifyRequest, verify } from "./contract.ts"

export const capability = defineCapability(verify, {
  asks: asksOf(["academic", "news", "knowledge"], ({ sourceTypes }: VerifyRequest) => sourceTypes),
  layer: Layer.empty,
  make: Effect.map(
    compose({
      capability: "information.verify",
      queries: ({ claim, maxSources, sourceTypes }: VerifyRequest) =>
        askClaim(claim, sourceTypes, maxSources),
      make: verifyClaimSteps
    }),
    (answer) => flow(answer, Effect.map(delivered))
  )
})
