/**
 * The port to an index of named things.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import { KnowledgeEntities } from "../../Resources/facts/KnowledgeEntity.ts"
import type { ProviderError, QueryRefused } from "../Errors.ts"

/**
 * What is asked: a name or phrase of at most 250 characters without blanks around it, a lower-case language code
 * for names and descriptions, and how many entities at most.
 */
export interface EntityQuery {
  readonly text: string
  readonly language: string
  readonly limit: number
}

/**
 * The entities, the best match first, none twice. What is a page of the provider's own (a disambiguation page, a
 * category) is among them; its description says so.
 */
export const EntityIndexRecord = KnowledgeEntities
export type EntityIndexRecord = KnowledgeEntities

/** Entities by name or phrase. Refuses a language that the provider does not know, at `/language`. */
export class EntityIndex extends Context.Tag("almanac/EntityIndex")<
  EntityIndex,
  { readonly search: (query: EntityQuery) => Effect.Effect<EntityIndexRecord, ProviderError | QueryRefused> }
>() {}
