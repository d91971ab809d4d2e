import * as Schema from "effect/Schema"
import { Disagreements } from "./Disagreement.ts"
import { EvidenceItem } from "./Evidence.ts"
import { CensusTable } from "./facts/CensusTable.ts"
import { KnowledgeEntities } from "./facts/KnowledgeEntity.ts"
import { NewsArticles } from "./facts/NewsArticle.ts"
import { WorkSearch } from "./facts/Work.ts"
import { Moment } from "./Moment.ts"

/** What research can ask. */
export const SourceName = Schema.Literal("academic", "news", "knowledge", "government").annotations({
  title: "SourceName",
  description: "A source that research can ask"
})
export type SourceName = typeof SourceName.Type

/** How a source answered; `data` is what its own capability answers. */
const outcome = <A, I>(title: string, data: Schema.Schema<A, I>) =>
  Schema.Struct({
    status: Schema.Literal("success", "empty", "failed").annotations({
      description: "success: with results; empty: it found nothing; failed: it did not answer"
    }),
    data: Schema.NullOr(data).annotations({
      description: "What the source's own capability answers; null when it failed"
    }),
    error: Schema.NullOr(
      Schema.Struct({
        code: Schema.String.annotations({
          description: "As in the errors of the single capabilities",
          examples: ["PROVIDER_UNAVAILABLE"]
        }),
        message: Schema.String.annotations({ description: "The same in words" })
      }).annotations({ title: "SourceError" })
    ).annotations({ description: "Why the source failed; null when it did not" })
  }).annotations({ title, description: "How the source answered" })

const names = (description: string) => Schema.Array(SourceName).annotations({ description })

/** What the sources say of a question, side by side. */
export const ResearchReport = Schema.Struct({
  query: Schema.String.annotations({ description: "The question as asked, trimmed" }),
  status: Schema.Literal("complete", "partial", "failed").annotations({
    description: "failed: every source failed; partial: some did; complete: none did"
  }),
  sources: Schema.Struct({
    academic: Schema.optionalWith(outcome("AcademicOutcome", WorkSearch), { exact: true }),
    news: Schema.optionalWith(outcome("NewsOutcome", NewsArticles), { exact: true }),
    knowledge: Schema.optionalWith(outcome("KnowledgeOutcome", KnowledgeEntities), { exact: true }),
    government: Schema.optionalWith(outcome("GovernmentOutcome", CensusTable), { exact: true })
  }).annotations({ description: "The outcome of each source that was asked" }),
  findings: Schema.Array(EvidenceItem).annotations({
    description:
      "Results of academic, news and knowledge, in the order of the request; copies of a record once"
  }),
  disagreements: Disagreements,
  composition: Schema.Struct({
    sourcesRequested: names("Those that the request names, each once"),
    sourcesSucceeded: names("Those with results"),
    sourcesEmpty: names("Those that answered and found nothing"),
    sourcesFailed: names("Those that did not answer"),
    retrievedAt: Moment.annotations({ description: "When the answer was put together" })
  }).annotations({ description: "How the report came about" })
}).annotations({
  title: "ResearchReport",
  description: "What the sources say of a question, side by side"
})
export type ResearchReport = typeof ResearchReport.Type
