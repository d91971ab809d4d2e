import * as Schema from "effect/Schema"
import { capability, providerFailures, strict } from "../../Api/Capability.ts"
import { envelope } from "../../Api/Envelope.ts"
import { withDefault } from "../../Api/Fields.ts"
import { NewsTrend } from "../../Resources/facts/NewsTrend.ts"
import { Meta, meta, query, terms } from "../NewsSearch/contract.ts"
import { Timespan } from "../NewsSearch/fields.ts"

/** Body of `POST /v1/news/trends`. */
export const NewsTrendsRequest = Schema.Struct({
  query,
  timespan: withDefault(
    Timespan.annotations({
      description:
        "Window that ends now: a number and min (at least 15), h, d, w, m (months) or y, or the unit in full",
      examples: ["7d"]
    }),
    () => "7d"
  )
}).annotations({ ...strict, title: "News trends request" })

/** As GDELT answered on 2026-05-15, for English articles alone. */
const trendsExample = {
  request: { query: "NVIDIA", timespan: "1d" },
  response: {
    data: {
      term: "NVIDIA",
      points: [
        { date: "20260514", volume: 0.4920292624338047 },
        { date: "20260515", volume: 0.6279701289884589 }
      ]
    },
    meta
  }
}

/** `POST /v1/news/trends` */
export const newsTrends = capability("trends", "/v1/news/trends", {
  id: "news.trends",
  name: "News trends",
  description: `How much of the world's monitored news is about something, day by day (UTC): the share of matching articles in percent of all, so that days of more and of less news compare. ${terms}`,
  category: "news",
  price: "0.02",
  provider: { kind: "provider", slugs: ["gdelt"] },
  example: trendsExample
})
  .setPayload(NewsTrendsRequest)
  .addSuccess(envelope(NewsTrend, Meta))
  .addError(providerFailures)
