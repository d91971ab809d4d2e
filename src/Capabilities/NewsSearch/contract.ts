import * as Schema from "effect/Schema"
import { capability, providerFailures, strict } from "../../Api/Capability.ts"
import { envelope } from "../../Api/Envelope.ts"
import { wholeNumber, withDefault } from "../../Api/Fields.ts"
import { NewsArticles } from "../../Resources/facts/NewsArticle.ts"
import { SearchText } from "./fields.ts"

/** What both news capabilities search for. */
export const query = SearchText.annotations({
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

/** Whose data it is: GDELT asks for its name and a link, and for nothing else. */
export const attribution = "Data: The GDELT Project (https://www.gdeltproject.org/)"

/** The envelope's `meta` of both news capabilities. */
export const Meta = {
  attribution: Schema.String.annotations({ description: "Whose data it is", examples: [attribution] })
}

/** Whose data it is and by which terms, for the descriptions. */
export const terms =
  "Data: The GDELT Project (https://www.gdeltproject.org/), free for any use with this citation: https://www.gdeltproject.org/about.html#termsofuse"

/** `meta` of the examples. */
export const meta = { requestId: "req_3f0c9b5a7d1e4c2f8a6b0d9e7c5f3a1b", attribution }

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
