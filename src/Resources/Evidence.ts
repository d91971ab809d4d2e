import * as Schema from "effect/Schema"
import { evidenceProviders } from "./facts/EvidenceProvider.ts"
import { KnowledgeEntity } from "./facts/KnowledgeEntity.ts"
import { NewsArticle } from "./facts/NewsArticle.ts"
import { Work } from "./facts/Work.ts"
import { Moment } from "./Moment.ts"

export const EvidenceProvider = Schema.Literal(...evidenceProviders).annotations({
  title: "EvidenceProvider",
  description: "A capability whose results are evidence"
})
export type EvidenceProvider = typeof EvidenceProvider.Type

/** Where a fact was found. */
export const SourceReference = Schema.Struct({
  title: Schema.String.annotations({ description: "Title of the work, headline, or name of the entity" }),
  url: Schema.NullOr(Schema.String).annotations({ description: "Its page" }),
  provider: EvidenceProvider.annotations({
    description: "The capability that found it",
    examples: ["academic.search"]
  })
}).annotations({ title: "SourceReference" })
export type SourceReference = typeof SourceReference.Type

/** What a source says of a result beside its title and excerpt; each kind of source has its own facts. */
export const EvidenceData = Schema.Union(
  Schema.Struct({
    authors: Work.fields.authors,
    publicationYear: Work.fields.publicationYear,
    journal: Work.fields.journal,
    citations: Work.fields.citations,
    openAccess: Work.fields.openAccess,
    doi: Work.fields.doi
  }).annotations({ title: "WorkFacts", description: "Of a scholarly work" }),
  Schema.Struct({
    publishedAt: NewsArticle.fields.publishedAt,
    language: NewsArticle.fields.language,
    country: NewsArticle.fields.country,
    domain: NewsArticle.fields.source
  }).annotations({ title: "NewsFacts", description: "Of a news article" }),
  Schema.Struct({ id: KnowledgeEntity.fields.id }).annotations({
    title: "EntityFacts",
    description: "Of an entity"
  })
).annotations({ title: "EvidenceData" })
export type EvidenceData = typeof EvidenceData.Type

/** A result of a source, traceable to its page. Nothing in it is made by this service. */
export const EvidenceItem = Schema.Struct({
  source: SourceReference.annotations({ description: "Where it was found" }),
  excerpt: Schema.NullOr(Schema.String).annotations({
    description:
      "Of a work, its abstract's beginning, 500 characters at most; of an entity, its description; null for news"
  }),
  retrievedAt: Moment.annotations({ description: "When the source was asked for it" }),
  data: Schema.NullOr(EvidenceData).annotations({ description: "More facts as the source gives them" })
}).annotations({ title: "EvidenceItem" })
export type EvidenceItem = typeof EvidenceItem.Type
