/**
 * The source results of one composite call: how many items each has, their order, and whether they are charged.
 */
import * as Order from "effect/Order"
import type { KnowledgeEntities, KnowledgeEntity } from "../Resources/facts/KnowledgeEntity.ts"
import type { SourceName } from "../Resources/Research.ts"
import type { SourceResult } from "./SourceResult.ts"

/**
 * Pages of Wikimedia's own, which Wikidata has entities of: composites leave them out, as they
 * say nothing of a subject.
 * "Wikimedia disambiguation page", "Wikimedia list article"; not "Wikimedia project", which is a thing.
 */
const page =
  /\bwiki(?:media|pedia|news|data)\b[^.]*\b(?:disambiguation|category|template|list|page|module)\b|\bdisambiguation page\b/iu

const isPage = ({ description }: KnowledgeEntity): boolean => description !== null && page.test(description)

/** The entities that are things. */
export const withoutPages = ({ results }: KnowledgeEntities): KnowledgeEntities => ({
  results: results.filter((entity) => !isPage(entity))
})

/** How many results an answer has; none when it failed. */
export const itemCount = (answer: SourceResult): number => {
  if (answer.outcome._tag === "Failed") return 0
  switch (answer.source) {
    case "academic":
      return answer.outcome.record.works.length
    case "news":
      return answer.outcome.record.results.length
    case "knowledge":
      return withoutPages(answer.outcome.record).results.length
    case "government":
      return answer.outcome.record.rows.length
  }
}

/** By the order of the request's sources, then by part. */
export const inOrder = (
  answers: ReadonlyArray<SourceResult>,
  sources: ReadonlyArray<SourceName>
): ReadonlyArray<SourceResult> =>
  answers.toSorted(
    Order.combine(
      Order.mapInput(Order.number, ({ source }: SourceResult) => sources.indexOf(source)),
      Order.mapInput(Order.number, ({ part }: SourceResult) => part)
    )
  )

const hasFailed = ({ outcome }: SourceResult): boolean => outcome._tag === "Failed"

/** The sources that failed, wholly or in part, in the order of the request. */
export const failedSources = (
  answers: ReadonlyArray<SourceResult>,
  sources: ReadonlyArray<SourceName>
): ReadonlyArray<SourceName> =>
  sources.filter((name) => answers.some((answer) => answer.source === name && hasFailed(answer)))

/** Whether no source was asked, because the text has nothing to ask for. */
export const isUnasked = (answers: ReadonlyArray<SourceResult>): boolean =>
  answers.length > 0 && answers.every(({ outcome }) => outcome._tag === "Found" && outcome.isUnasked === true)

/**
 * Whether the answer made of these is worth its price: not when every source failed, nor when some did and the others
 * returned nothing, nor when there was nothing to ask for.
 */
export const isCharged = (answers: ReadonlyArray<SourceResult>): boolean =>
  !isUnasked(answers) && (!answers.some(hasFailed) || answers.some((answer) => itemCount(answer) > 0))
