import { HttpApiGroup } from "@effect/platform"
import { Schema } from "effect"
import { NewsArticles } from "../Resources/facts/NewsArticle.ts"
import { NewsTrend } from "../Resources/facts/NewsTrend.ts"
import { capability, providerFailures, strict } from "./Capability.ts"
import { envelope } from "./Envelope.ts"
import { wholeNumber, withDefault } from "./Fields.ts"
import { SearchText, Timespan } from "./NewsFields.ts"
import { saleFailures } from "./Payment.ts"

const query = SearchText.annotations({
  description:
    'Words that all have to occur in the article, in English whatever its language; "phrases" in double quotes; no operators',
  examples: ["Vizhinjam seaport"]
})

/** Body of `POST /v1/news/search`. */
export const NewsSearchRequest = Schema.Struct({
  query,
  limit: withDefault(
    wholeNumber(1, 50).annotations({ description: "How many articles at most", examples: [10] }),
    () => 10
  )
}).annotations({ ...strict, title: "News search request" })

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

/** Whose data it is: GDELT asks for its name and a link, and for nothing else. */
export const attribution = "Data: The GDELT Project (https://www.gdeltproject.org/)"

const Meta = {
  attribution: Schema.String.annotations({ description: "Whose data it is", examples: [attribution] })
}

const terms =
  "Data: The GDELT Project (https://www.gdeltproject.org/), free for any use with this citation: https://www.gdeltproject.org/about.html#termsofuse"

const meta = { requestId: "req_3f0c9b5a7d1e4c2f8a6b0d9e7c5f3a1b", attribution }

/** As GDELT answered on 2026-07-12. */
const searchExample = {
  request: { query: "Vizhinjam seaport", limit: 1 },
  response: {
    data: {
      results: [
        {
          title: "Customs grants approval to Vizhinjam International Seaport",
          url: "https://www.thehindu.com/news/national/kerala/customs-grants-approval-to-vizhinjam-international-seaport/article68293772.ece",
          source: "thehindu.com",
          publishedAt: "2024-06-15T17:00:00Z",
          language: "English",
          country: "India"
        }
      ]
    },
    meta
  }
}

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

/** `POST /v1/news/search` */
export const newsSearch = capability("search", "/v1/news/search", {
  id: "news.search",
  name: "News search",
  description: `Articles of the last three months from news sites of the world, in 65 languages, found by English words: headline, link, publisher, language, country and when it was first seen. Copies of an article are left out. ${terms}`,
  category: "news",
  price: "0.01",
  provider: { kind: "provider", slugs: ["gdelt"] },
  example: searchExample
})
  .setPayload(NewsSearchRequest)
  .addSuccess(envelope(NewsArticles, Meta))
  .addError(providerFailures)

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

export class News extends HttpApiGroup.make("news").add(newsSearch).add(newsTrends).addError(saleFailures) {}
