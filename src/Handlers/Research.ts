import { HttpApiBuilder } from "@effect/platform"
import { Effect } from "effect"
import { Api } from "../Api/Api.ts"
import { type ResearchRequest, research } from "../Api/Research.ts"
import { askResearch } from "../Composites/Plan.ts"
import * as Research from "../Composites/Research.ts"
import { Challenges } from "../Payment/challenge/Challenge.ts"
import { Paywall } from "../Payment/Paywall.ts"
import { composer } from "./Compose.ts"

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
    const { protect } = yield* Paywall
    const challenge = (yield* Challenges).unsafeOf(research.path)
    const price = { amount: challenge.price.amount, currency: "USDC" }
    const answer = compose({ capability: "research", asks, make: Research.research })
    return handlers.handleRaw(
      "research",
      protect(research, (request) =>
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
    )
  })
)
