/**
 * Research: what the sources say of a question, side by side. A source that fails is told as failed, and leaves the
 * others as they are.
 */
import { dedupe } from "effect/Array"
import { toWorkSearch } from "../Resources/facts/WorkRecord.ts"
import type { ResearchReport, SourceName } from "../Resources/Research.ts"
import { type CompositeResult, compositeResult, type Gathered } from "./CompositeResult.ts"
import { disagreementsOf } from "./Disagreements.ts"
import { findingsOf, momentOf, withoutCopies } from "./Finding.ts"
import type { SourceError, SourceResult } from "./SourceResult.ts"
import { itemCount, withoutPages } from "./SourceResults.ts"

export interface ResearchQuestion {
  readonly query: string
  readonly sources: ReadonlyArray<SourceName>
}

type Status = "success" | "empty" | "failed"

const statusOf = (answer: SourceResult): Status =>
  answer.outcome._tag === "Failed" ? "failed" : itemCount(answer) > 0 ? "success" : "empty"

const failed = (error: SourceError) => ({ status: "failed" as const, data: null, error })
const answered = <A>(answer: SourceResult, data: A) => ({ status: statusOf(answer), data, error: null })

/** The outcome of a source under its name. */
const outcomeOf = (answer: SourceResult): ResearchReport["sources"] => {
  if (answer.outcome._tag === "Failed") return { [answer.source]: failed(answer.outcome.error) }
  switch (answer.source) {
    case "academic":
      return { academic: answered(answer, toWorkSearch(answer.outcome.record)) }
    case "news":
      return { news: answered(answer, answer.outcome.record) }
    case "knowledge":
      return { knowledge: answered(answer, withoutPages(answer.outcome.record)) }
    case "government":
      return { government: answered(answer, answer.outcome.record) }
  }
}

const overall = (statuses: ReadonlyArray<Status>): ResearchReport["status"] => {
  if (statuses.every((status) => status === "failed")) return "failed"
  return statuses.includes("failed") ? "partial" : "complete"
}

/** The report of a research. */
export const research = (question: ResearchQuestion, gathered: Gathered): CompositeResult<ResearchReport> => {
  const sources = dedupe(question.sources)
  return compositeResult(gathered, sources, (answers) => {
    const findings = withoutCopies(findingsOf(answers))
    const having = (...statuses: ReadonlyArray<Status>) =>
      answers.filter((answer) => statuses.includes(statusOf(answer))).map(({ source }) => source)
    return {
      query: question.query,
      status: overall(answers.map(statusOf)),
      sources: Object.assign({}, ...answers.map(outcomeOf)),
      findings: findings.map(({ item }) => item),
      disagreements: disagreementsOf(findings),
      composition: {
        sourcesRequested: sources,
        sourcesSucceeded: having("success"),
        sourcesEmpty: having("empty"),
        sourcesFailed: having("failed"),
        retrievedAt: momentOf(gathered.now)
      }
    }
  })
}
