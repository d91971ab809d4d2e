/**
 * What composites can ask, and by which capability.
 */
import type { EvidenceProvider } from "../Resources/Evidence.ts"
import type { SourceName } from "../Resources/Research.ts"

/** The sources whose results are evidence. */
export type EvidenceSource = Exclude<SourceName, "government">

/** The capability that answers for a source. */
export const providerOf: Readonly<Record<EvidenceSource, EvidenceProvider>> = {
  academic: "academic.search",
  news: "news.search",
  knowledge: "knowledge.search"
}
