/**
 * What the sources say of a question, side by side: asked of single capabilities, put together by pure functions.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { askResearch } from "../../Composites/QueryPlan.ts"
import * as Report from "../../Composites/Research.ts"
import { oneStep } from "../../Runtime/Steps.ts"
import { defineCapability } from "../Capability.ts"
import { asksOf, compose } from "../Composite.ts"
import { type ResearchRequest, research } from "./contract.ts"

const queries = (request: ResearchRequest) =>
  askResearch(
    request.query,
    request.sources,
    request.limit,
    "government" in request ? request.government : undefined
  )

export const capability = defineCapability(research, {
  asks: asksOf(["academic", "news", "knowledge", "government"], ({ sources }: ResearchRequest) => sources),
  layer: Layer.empty,
  make: Effect.map(
    compose({
      capability: "research",
      queries,
      make: (request: ResearchRequest, gathered) => oneStep(() => Report.research(request, gathered))
    }),
    (answer) =>
      (request, { price }) =>
        Effect.map(answer(request), ({ charged, data }) => ({
          data,
          meta: {
            sourcesUsed: data.composition.sourcesRequested.filter(
              (source) => !data.composition.sourcesFailed.includes(source)
            ),
            price: charged ? price : null
          },
          charged
        }))
  )
})
