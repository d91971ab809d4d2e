import * as Schema from "effect/Schema"
import { ProviderSlug } from "../ProviderSlug.ts"

/** A thing with a name: a person, a place, a work, a notion. */
export const KnowledgeEntity = Schema.Struct({
  id: Schema.String.annotations({
    description: "Identifier of the entity at its provider",
    examples: ["Q1"]
  }),
  name: Schema.String.annotations({
    description:
      "Name of the entity, in the language asked for where there is one, else in a related language",
    examples: ["universe"]
  }),
  description: Schema.NullOr(Schema.String).annotations({
    description: "What the entity is, in a few words; null when nobody has written it down",
    examples: ["totality consisting of space, time, matter and energy"]
  }),
  url: Schema.String.annotations({
    description: "Page of the entity",
    examples: ["https://www.wikidata.org/wiki/Q1"]
  }),
  source: ProviderSlug.annotations({ description: "Provider that has the entity", examples: ["wikidata"] })
}).annotations({ title: "KnowledgeEntity" })
export type KnowledgeEntity = typeof KnowledgeEntity.Type

/** Entities in the provider's order, the best match first. */
export const KnowledgeEntities = Schema.Struct({
  results: Schema.Array(KnowledgeEntity).annotations({
    description: "Entities, the best match first; empty when nothing matches",
    jsonSchema: { maxItems: 20 }
  })
}).annotations({
  title: "KnowledgeEntities",
  description: "Entities, the best match first"
})
export type KnowledgeEntities = typeof KnowledgeEntities.Type
