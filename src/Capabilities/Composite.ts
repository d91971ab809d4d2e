/**
 * The parts that all composites share: they ask single capabilities (`SourceQueries`) and make their answers by pure
 * functions.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { CompositeResult, Gathered } from "../Composites/CompositeResult.ts"
import { OutcomeArchive } from "../Composites/OutcomeArchive.ts"
import type { Saved } from "../Composites/SavedOutcomes.ts"
import { SourceQueries } from "../Composites/SourceQueries.ts"
import type { SourceName } from "../Resources/Research.ts"
import type { Steps } from "../Runtime/Steps.ts"
import { inTurns } from "../Runtime/Turns.ts"
import { CurrentCall } from "../Telemetry/Call.ts"
import * as AcademicSearch from "./AcademicSearch/index.ts"
import * as GovernmentCensus from "./GovernmentCensus/index.ts"
import * as KnowledgeSearch from "./KnowledgeSearch/index.ts"
import * as NewsSearch from "./NewsSearch/index.ts"

/** The capability that answers for each source. */
const capabilityOf = {
  academic: AcademicSearch.capability,
  news: NewsSearch.capability,
  knowledge: KnowledgeSearch.capability,
  government: GovernmentCensus.capability
}

/** The operations that the selected sources may ask; those of `all` when the request is not known. */
export const asksOf = <Request>(
  all: ReadonlyArray<SourceName>,
  selected: (request: Request) => ReadonlyArray<SourceName>
) => {
  const operations = (sources: ReadonlyArray<SourceName>) =>
    sources.flatMap((source) => capabilityOf[source].asks(Option.none()))
  return Option.match({
    onNone: () => operations(all),
    onSome: (request: Request) => operations(selected(request))
  })
}

/** What the sources are asked. */
type Queries = Parameters<SourceQueries["all"]>[0]

/** A composite: the questions to its sources, and the pure steps that make its result from their answers. */
interface Composite<Request, Data> {
  readonly capability: Saved["capability"]
  readonly queries: (request: Request) => Queries
  readonly make: (request: Request, gathered: Gathered) => Steps<CompositeResult<Data>>
}

/** Items that are read before others have their turn: about two milliseconds. */
const itemsPerTurn = 4

/** From the request to the result: asks the sources, archives their answers, puts them together. */
export const compose = <Request, Data>({ capability, make, queries }: Composite<Request, Data>) =>
  Effect.map(
    Effect.all([SourceQueries, OutcomeArchive]),
    ([sources, archive]) =>
      (request: Request) =>
        Effect.gen(function* () {
          const answers = yield* sources.all(queries(request))
          const now = yield* Clock.currentTimeMillis
          const { id } = yield* CurrentCall
          yield* archive.keep(id, { capability, request, now, answers })
          return yield* inTurns(itemsPerTurn, () => make(request, { answers, now }))
        })
  )

/** A result as an answer. The sources that failed are in a header, because the body has no place for them. */
export const delivered = <Data>({ charged, data, failed }: CompositeResult<Data>) => ({
  data,
  meta: {},
  charged,
  headers: failed.length === 0 ? {} : { "x-sources-failed": failed.join(",") }
})
