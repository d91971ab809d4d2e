import type { EvidenceProvider } from "../../Resources/Evidence.ts"

/** A result of a source, as far as verification reads it. */
export interface Item {
  readonly provider: EvidenceProvider
  /** Title of a work, headline, or name of an entity. */
  readonly title: string
  readonly url: string | null
  readonly doi?: string | null
  /** The whole abstract, or the description of the entity; null for what has none. */
  readonly text: string | null
  /** As the source names it ("English", "en"); null when it does not say. */
  readonly language: string | null
}
