import * as Schema from "effect/Schema"
import { capability, providerFailures, strict } from "../../Api/Capability.ts"
import { envelope } from "../../Api/Envelope.ts"
import { visibleText, wholeNumber, withDefault } from "../../Api/Fields.ts"
import { KnowledgeEntities } from "../../Resources/facts/KnowledgeEntity.ts"

/** Characters of a language code at most. Source: RFC 5646, 4.4.1, the least that software must make room for. */
const longestCode = 35

/** A language code of Wikimedia's in any case, such as `en` or `zh-Hans`; lower-case once decoded. */
const LanguageCode = (() => {
  const rule = "must be a language code such as en or pt-br"
  return Schema.String.annotations({ message: () => rule }).pipe(
    Schema.filter(
      (code) => code.trim().length <= longestCode && /^\s*[a-z]{2,3}(-[a-z0-9]{2,8})*\s*$/i.test(code),
      {
        message: () => rule,
        jsonSchema: { pattern: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$", maxLength: longestCode }
      }
    ),
    Schema.transform(Schema.String, {
      strict: true,
      decode: (code) => code.trim().toLowerCase(),
      encode: (code) => code
    })
  )
})()

/** Body of `POST /v1/knowledge/search`. */
export const KnowledgeSearchRequest = Schema.Struct({
  query: visibleText(1, 200).annotations({
    description: "Name of what is looked for, its beginning, or words that describe it",
    examples: ["Universe"]
  }),
  limit: withDefault(
    wholeNumber(1, 20).annotations({ description: "How many entities at most", examples: [1] }),
    () => 10
  ),
  language: withDefault(
    LanguageCode.annotations({
      description: "Language of names and descriptions, any case",
      examples: ["en"]
    }),
    () => "en"
  )
}).annotations({ ...strict, title: "Knowledge search request" })

/** What `meta.attribution` says. Wikidata asks for none; the contract does. */
export const attribution = "Data: Wikidata (https://www.wikidata.org/), CC0"

/** As Wikidata answered. */
const example = {
  request: { query: "Universe", limit: 1, language: "en" },
  response: {
    data: {
      results: [
        {
          id: "Q1",
          name: "universe",
          description: "totality consisting of space, time, matter and energy",
          url: "https://www.wikidata.org/wiki/Q1",
          source: "wikidata"
        }
      ]
    },
    meta: { requestId: "req_3f0c9b5a7d1e4c2f8a6b0d9e7c5f3a1b", attribution }
  }
}

/** `POST /v1/knowledge/search` */
export const knowledgeSearch = capability("search", "/v1/knowledge/search", {
  id: "knowledge.search",
  name: "Knowledge search",
  description:
    "Entities (people, places, works, notions) by name or phrase, each with a short description, in a language of " +
    "choice. A general entity search, not a fact-check. Data: Wikidata (https://www.wikidata.org/), CC0 " +
    "(https://creativecommons.org/publicdomain/zero/1.0/).",
  category: "knowledge",
  price: "0.005",
  provider: { kind: "provider", slugs: ["wikidata"] },
  example
})
  .setPayload(KnowledgeSearchRequest)
  .addSuccess(
    envelope(KnowledgeEntities, {
      attribution: Schema.String.annotations({
        description: "Attribution of the data",
        examples: [attribution]
      })
    })
  )
  .addError(providerFailures)
