/**
 * What the sources have on a subject: asked of single capabilities, put together by pure functions.
 */
import * as Effect from "effect/Effect"
import { flow } from "effect/Function"
import * as Layer from "effect/Layer"
import { packEvidence } from "../../Composites/Evidence.ts"
import { askAll } from "../../Composites/QueryPlan.ts"
import { oneStep } from "../../Runtime/Steps.ts"
import { defineCapability } from "../Capability.ts"
import { asksOf, compose, delivered } from "../Composite.ts"
import { type EvidenceRequest, evidence } from "./contract.ts"

export const capability = defineCapability(evidence, {
  asks: asksOf(["academic", "news", "knowledge"], ({ sourceTypes }: EvidenceRequest) => sourceTypes),
  layer: Layer.empty,
  make: Effect.map(
    compose({
      capability: "information.evidence",
      queries: ({ limit, query, sourceTypes }: EvidenceRequest) => askAll(query, sourceTypes, limit),
      make: (request, gathered) => oneStep(() => packEvidence(request, gathered))
    }),
    (answer) => flow(answer, Effect.map(delivered))
  )
})
