/**
 * The capabilities whose results are evidence. Without a schema: a buyer who makes a verdict again needs none.
 */
export const evidenceProviders = ["academic.search", "news.search", "knowledge.search"] as const

export type EvidenceProvider = (typeof evidenceProviders)[number]
