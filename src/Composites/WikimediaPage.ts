/**
 * Pages of Wikimedia's own, which Wikidata has entities of: composites leave them out. Source: decisions, composites.
 */
import type { KnowledgeEntities, KnowledgeEntity } from "../Resources/facts/KnowledgeEntity.ts"

/** "Wikimedia disambiguation page", "Wikimedia list article"; not "Wikimedia project", which is a thing. */
const page =
  /\bwiki(?:media|pedia|news|data)\b[^.]*\b(?:disambiguation|category|template|list|page|module)\b|\bdisambiguation page\b/iu

const isPage = ({ description }: KnowledgeEntity): boolean => description !== null && page.test(description)

/** The entities that are things. */
export const withoutPages = ({ results }: KnowledgeEntities): KnowledgeEntities => ({
  results: results.filter((entity) => !isPage(entity))
})
