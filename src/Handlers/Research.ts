import { HttpApiBuilder } from "@effect/platform"
import { Effect, flow } from "effect"
import { Api } from "../Api/Api.ts"
import { type ResearchRequest, research } from "../Api/Research.ts"
import { askResearch } from "../Composites/Plan.ts"
import * as Research from "../Composites/Research.ts"
import { Challenges } from "../Payment/Challenge.ts"
import { purchase } from "../Payment/Purchase.ts"
import { composer, withinWindow } from "./Compose.ts"

const asks = (request: ResearchRequest) =>
  askResearch(
    request.query,
    request.sources,
    request.limit,
    "government" in request ? request.government : undefined
  )

export const layer = HttpApiBuilder.group(Api, "research", (handlers) =>
  Effect.gen(function* () {
    const compose = yield* composer
    const challenge = yield* Effect.orDie(Effect.fromNullable((yield* Challenges).byPath.get(research.path)))
    const price = { amount: challenge.price.amount, currency: "USDC" }
    const answer = compose({ capability: "research", asks, make: Research.research })
    return handlers.handleRaw(
      "research",
      flow(
        purchase(research, (request) =>
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
        ),
        withinWindow(research)
      )
    )
  })
)
