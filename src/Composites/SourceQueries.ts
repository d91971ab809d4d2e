/**
 * Asks the sources of a composite, all at the same time: the slowest one decides how long it takes, and none fails
 * the others. They are the single capabilities, with their cache and their shared calls.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Exit from "effect/Exit"
import * as Order from "effect/Order"
import { AcademicSearch } from "../Capabilities/AcademicSearch/index.ts"
import type { Fetched } from "../Capabilities/Cached.ts"
import { type CapabilityError, codeOf, sentenceOf } from "../Capabilities/CapabilityError.ts"
import type { CensusRequest } from "../Capabilities/GovernmentCensus/contract.ts"
import { GovernmentCensus } from "../Capabilities/GovernmentCensus/index.ts"
import { KnowledgeSearch } from "../Capabilities/KnowledgeSearch/index.ts"
import { NewsSearch } from "../Capabilities/NewsSearch/index.ts"
import { inField } from "../Capabilities/RemapPointers.ts"
import type { WorksRecord } from "../Resources/facts/WorkRecord.ts"
import type { SourceName } from "../Resources/Research.ts"
import { span } from "../Runtime/Span.ts"
import type { SourceQuery } from "./QueryPlan.ts"
import type { SourceResult } from "./SourceResult.ts"

/** The language of names and descriptions: claims are read in English alone. */
const language = "en"

const failed = (code: string, message: string) => ({ _tag: "Failed" as const, error: { code, message } })

/** The outcome of a question that has nothing to ask for: no call, and nothing found. */
const unasked = <A>(record: A) =>
  Effect.map(Clock.currentTimeMillis, (now) => ({
    _tag: "Found" as const,
    retrievedAt: now,
    record,
    isUnasked: true as const
  }))

/** Asks, and turns a failure into an outcome. */
const outcome = <A>(asked: Effect.Effect<Fetched<A>, CapabilityError>) =>
  Effect.map(Effect.either(asked), (result) =>
    Either.isRight(result)
      ? { _tag: "Found" as const, retrievedAt: result.right.storedAt, record: result.right.value }
      : failed(codeOf(result.left), `${sentenceOf(result.left)}.`)
  )

type Asked = SourceQuery<typeof CensusRequest.Type>
type AskedOf<Source extends SourceName> = Extract<Asked, { readonly source: Source }>

/** The sources by how long they take: the slowest is asked first, because it decides how long the call takes. */
const slowestFirst = Order.mapInput(
  Order.number,
  ({ source }: Asked) => ({ news: 0, government: 1, academic: 2, knowledge: 3 })[source]
)

/** The result of a source when asking it met a fault of ours. */
const faulty = ({ part, source }: Asked): SourceResult => ({
  source,
  part,
  outcome: failed("INTERNAL_ERROR", "Something went wrong on our side.")
})

/** The sources of composites. */
export class SourceQueries extends Effect.Service<SourceQueries>()("almanac/SourceQueries", {
  effect: Effect.gen(function* () {
    const works = yield* AcademicSearch
    const articles = yield* NewsSearch
    const entities = yield* KnowledgeSearch
    const census = yield* GovernmentCensus

    const askWorks = ({ limit, search }: AskedOf<"academic">) =>
      search === null
        ? unasked<WorksRecord>({ source: "openalex", count: 0, works: [] })
        : outcome(works.search({ ...search, limit }))
    const askNews = ({ limit, records, search }: AskedOf<"news">) =>
      search === null ? unasked({ results: [] }) : outcome(articles.search({ ...search, limit, records }))
    const askTable = ({ table }: AskedOf<"government">) =>
      outcome(
        Effect.catchTag(census.table(table), "QueryRefused", (refusal) =>
          Effect.fail(inField("government")(refusal))
        )
      )
    const askEntities = ({ limit, search }: AskedOf<"knowledge">) =>
      search === null
        ? unasked({ results: [] })
        : outcome(entities.search({ query: search, limit, language }))

    const answer = (ask: Asked): Effect.Effect<SourceResult> => {
      const { part, source } = ask
      switch (source) {
        case "academic":
          return Effect.map(askWorks(ask), (outcome) => ({ source, part, outcome }))
        case "news":
          return Effect.map(askNews(ask), (outcome) => ({ source, part, outcome }))
        case "knowledge":
          return Effect.map(askEntities(ask), (outcome) => ({ source, part, outcome }))
        case "government":
          return Effect.map(askTable(ask), (outcome) => ({ source, part, outcome }))
      }
    }

    return {
      /** The answers to all questions, in any order. A fault of ours fails the call when nothing else is left of it. */
      all: (asks: ReadonlyArray<Asked>): Effect.Effect<ReadonlyArray<SourceResult>> =>
        Effect.gen(function* () {
          const exits = yield* Effect.all(
            asks
              .toSorted(slowestFirst)
              .map((ask) => Effect.map(Effect.exit(answer(ask)), (exit) => ({ ask, exit }))),
            { concurrency: "unbounded" }
          )
          const faults = exits.flatMap(({ exit }) => (Exit.isFailure(exit) ? [exit.cause] : []))
          const [first] = faults
          if (first !== undefined && faults.length === exits.length) return yield* Effect.failCause(first)
          yield* Effect.forEach(faults, (cause) => Effect.logError("unexpected failure of a source", cause))
          return exits.map(({ ask, exit }) => (Exit.isSuccess(exit) ? exit.value : faulty(ask)))
        }).pipe(span("gather"))
    }
  })
}) {}
