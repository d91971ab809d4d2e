import type { Answer } from "./Answer.ts"
import { withoutPages } from "./WikimediaPage.ts"

/** How many results an answer has; none when it failed. */
export const itemCount = (answer: Answer): number => {
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
