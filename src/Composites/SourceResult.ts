/**
 * The result of one question to one source, as plain data that can be saved and read again. A composite's answer is
 * made from these alone.
 */
import * as Schema from "effect/Schema"
import { CensusTable } from "../Resources/facts/CensusTable.ts"
import { KnowledgeEntities } from "../Resources/facts/KnowledgeEntity.ts"
import { NewsArticles } from "../Resources/facts/NewsArticle.ts"
import { WorksRecord } from "../Resources/facts/WorkRecord.ts"
import type { SourceName } from "../Resources/Research.ts"

/** Why a source has no record: a code of the service's errors, and a sentence without the provider's words. */
export const SourceError = Schema.Struct({ code: Schema.String, message: Schema.String })
export type SourceError = typeof SourceError.Type

const Failed = Schema.TaggedStruct("Failed", { error: SourceError })

/**
 * A record, and when its provider was asked, in Unix milliseconds. `isUnasked`: the text had nothing to ask for, so the
 * record is empty and no provider was asked.
 */
const found = <A, I>(record: Schema.Schema<A, I>) =>
  Schema.TaggedStruct("Found", {
    retrievedAt: Schema.Int,
    record,
    isUnasked: Schema.optionalWith(Schema.Literal(true), { exact: true })
  })

/** `part` numbers the questions to one source: a comparison asks it once for each subject. */
const answer = <const Source extends SourceName, A, I>(source: Source, record: Schema.Schema<A, I>) =>
  Schema.Struct({
    source: Schema.Literal(source),
    part: Schema.NonNegativeInt,
    outcome: Schema.Union(found(record), Failed)
  })

export const SourceResult = Schema.Union(
  answer("academic", WorksRecord),
  answer("news", NewsArticles),
  answer("knowledge", KnowledgeEntities),
  answer("government", CensusTable)
)
export type SourceResult = typeof SourceResult.Type

/** The result of one kind of source. */
export type SourceResultOf<Source extends SourceName> = Extract<SourceResult, { readonly source: Source }>
