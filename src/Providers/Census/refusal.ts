/**
 * Why the Census Bureau has no answer to a query, told so that the caller can mend it. Pointers lead into the
 * `CensusQuery`: `/variables/N` with the index in `query.variables`, `/forGeography`, `/year`, "" for the query as a
 * whole.
 */
import * as Option from "effect/Option"
import type { Problem } from "../../Resources/Problem.ts"
import { QueryRefused } from "../Errors.ts"
import type { CensusQuery } from "../ports/CensusTables.ts"

const refuse = (problem: Problem) => new QueryRefused({ provider: "us-census", problems: [problem] })

/** A 404: the page of the year, or of the dataset in that year, is not there (yet). */
export const refuseYear = ({ dataset, year }: CensusQuery): QueryRefused =>
  refuse({ pointer: "/year", message: `must be a year with data: ${dataset} has none for ${year}` })

const variableProblem = ({ dataset, year, variables }: CensusQuery, text: string): Option.Option<Problem> =>
  Option.map(Option.fromNullable(/unknown variable '([^']*)'/.exec(text)?.[1]), (code) => {
    const index = variables.indexOf(code)
    return {
      pointer: index === -1 ? "/variables" : `/variables/${index}`,
      message: `must be a variable of ${dataset} ${year}`
    }
  })

/** "unknown/unsupported geography hierarchy" (once "heirarchy"), "... heading 'x'", "invalid 'for' argument" */
const geographyProblem = ({ dataset, year }: CensusQuery, text: string): Option.Option<Problem> =>
  /geograph|h(ie|ei)rarchy|'for' argument/.test(text)
    ? Option.some({
        pointer: "/forGeography",
        message: `must be a geography that ${dataset} ${year} has without a larger one around it`
      })
    : Option.none()

/** The refusal in the text of a 400. None for a text that does not say `error:`, which is a fault. */
export const refusal = (query: CensusQuery, text: string): Option.Option<QueryRefused> =>
  /^\s*error:/.test(text)
    ? variableProblem(query, text).pipe(
        Option.orElse(() => geographyProblem(query, text)),
        Option.getOrElse(() => ({ pointer: "", message: "is not a query that the Census Data API answers" })),
        refuse,
        Option.some
      )
    : Option.none()
