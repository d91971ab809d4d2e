/**
 * Knowledge search: Wikidata, behind the cache.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { EntityIndex, EntityIndexRecord, type EntityQuery } from "../../Providers/ports/EntityIndex.ts"
import { span } from "../../Runtime/Span.ts"
import { cached } from "../Cached.ts"
import { defineCapability } from "../Capability.ts"
import { deliver } from "../Deliver.ts"
import type { KnowledgeSearchRequest } from "./contract.ts"
import { attribution, knowledgeSearch } from "./contract.ts"

/** How long entities are kept. */
const timeToLive = Duration.hours(6)

/** Named things by name or phrase, the provider's own pages among them. */
export class KnowledgeSearch extends Effect.Service<KnowledgeSearch>()("almanac/KnowledgeSearch", {
  effect: Effect.gen(function* () {
    const provider = yield* EntityIndex
    const fetch = yield* cached({
      name: "knowledge.search",
      schema: EntityIndexRecord,
      key: ({ text, language, limit }: EntityQuery) => `${language}:${limit}:${text}`,
      timeToLive: () => timeToLive,
      lookup: provider.search
    })
    return {
      search: ({ query, language, limit }: typeof KnowledgeSearchRequest.Type) =>
        span("knowledge.search")(fetch({ text: query, language, limit }))
    }
  })
}) {}

export const capability = defineCapability(knowledgeSearch, {
  asks: ["wikidata.search"],
  layer: KnowledgeSearch.Default,
  make: Effect.map(
    KnowledgeSearch,
    ({ search }) =>
      (request) =>
        deliver(search(request), { attribution })
  )
})
