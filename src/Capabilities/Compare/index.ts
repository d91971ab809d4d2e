/**
 * What the sources say of several subjects: asked of single capabilities, put together by pure functions.
 */
import * as Effect from "effect/Effect"
import { flow } from "effect/Function"
import * as Layer from "effect/Layer"
import { compareSubjects } from "../../Composites/Comparison.ts"
import { askAboutEach } from "../../Composites/QueryPlan.ts"
import { oneStep } from "../../Runtime/Steps.ts"
import { defineCapability } from "../Capability.ts"
import { asksOf, compose, delivered } from "../Composite.ts"
import { type CompareRequest, compare } from "./contract.ts"

export const capability = defineCapability(compare, {
  asks: asksOf(["academic", "news", "knowledge"], ({ sourceTypes }: CompareRequest) => sourceTypes),
  layer: Layer.empty,
  make: Effect.map(
    compose({
      capability: "information.compare",
      queries: ({ limit, query, sourceTypes }: CompareRequest) => askAboutEach(query, sourceTypes, limit),
      make: (request, gathered) => oneStep(() => compareSubjects(request, gathered))
    }),
    (answer) => flow(answer, Effect.map(delivered))
  )
})
