/**
 * The sources of composites as a test wants them: what each answers, and what each was asked.
 */
import { Context, Effect, Layer, Option } from "effect"
import { Facilitator } from "../../src/Payment/facilitator/Facilitator.ts"
import { CensusTables } from "../../src/Providers/ports/CensusTables.ts"
import { EntityIndex } from "../../src/Providers/ports/EntityIndex.ts"
import { NewsArchive } from "../../src/Providers/ports/NewsArchive.ts"
import { ScholarlyIndex } from "../../src/Providers/ports/ScholarlyIndex.ts"
import { ScholarlyRegistry } from "../../src/Providers/ports/ScholarlyRegistry.ts"
import * as Testing from "../../src/Testing.ts"
import { newsQuery } from "../../src/Text/NewsQuery.ts"
import { article, entity, work } from "../Composites/Outcomes.ts"
import { Knobs } from "./Harness.ts"

/** What the sources answer. */
export interface Answers {
  works: ScholarlyIndex["Type"]["search"]
  articles: NewsArchive["Type"]["articles"]
  entities: EntityIndex["Type"]["search"]
  table: CensusTables["Type"]["table"]
}

/** Each source has something. */
export const full: Answers = {
  works: () =>
    Effect.succeed({
      source: "openalex",
      count: 2,
      works: [
        work("Coffee causes cancer in mice", {
          authors: ["A. Bee", "C. Dee"],
          publicationYear: 2014,
          doi: "10.1/x",
          url: "https://doi.org/10.1/x",
          journal: "Journal of Coffee",
          citations: 3,
          openAccess: true,
          abstract: "We gave coffee to mice. Coffee causes cancer in mice."
        }),
        work("Coffee", { abstract: "A seed of the tree Coffea." })
      ]
    }),
  articles: () => Effect.succeed([article("Coffee causes cancer"), article("Does coffee cause cancer?")]),
  entities: () =>
    Effect.succeed({
      results: [
        entity("Q8486", "coffee", "brewed beverage"),
        entity("Q1", "Coffee", "Wikimedia disambiguation page")
      ]
    }),
  table: ({ dataset, year, variables }) =>
    Effect.succeed({ dataset, year, columns: [...variables], rows: [{ NAME: "Alabama" }] })
}

/** Each source works, and has nothing. */
export const empty: Answers = {
  works: () => Effect.succeed({ source: "openalex", count: 0, works: [] }),
  articles: () => Effect.succeed([]),
  entities: () => Effect.succeed({ results: [] }),
  table: ({ dataset, year, variables }) =>
    Effect.succeed({ dataset, year, columns: [...variables], rows: [] })
}

/** The answers of the moment, and the questions since `play`. */
export class Sources extends Context.Tag("test/Sources")<
  Sources,
  {
    readonly play: (answers: Answers) => void
    readonly asked: Array<string>
    answers: Answers
  }
>() {}

export const layer = Layer.sync(Sources, () => {
  const service: Context.Tag.Service<Sources> = {
    answers: full,
    asked: [],
    play: (answers) => {
      service.answers = answers
      service.asked.length = 0
    }
  }
  return service
})

/** The ports that go by them, and a facilitator that counts. Both scholarly providers answer alike. */
export const ports = Layer.merge(
  Testing.everyProvider,
  Layer.effectContext(
    Effect.gen(function* () {
      const sources = yield* Sources
      const knobs = yield* Knobs
      const asking = <A, E>(question: string, answer: () => Effect.Effect<A, E>) =>
        Effect.suspend(() => {
          sources.asked.push(question)
          return answer()
        })
      const scholarly = (name: string): ScholarlyIndex["Type"] => ({
        search: (query) =>
          asking(`${name} ${"query" in query ? query.query : query.anyOf.join(" OR ")} ${query.limit}`, () =>
            sources.answers.works(query)
          ),
        work: () => Effect.dieMessage("not asked for")
      })
      return Context.make(ScholarlyIndex, scholarly("openalex")).pipe(
        Context.add(ScholarlyRegistry, scholarly("crossref")),
        Context.add(NewsArchive, {
          articles: (query) =>
            asking(`gdelt ${Option.getOrElse(newsQuery(query), () => "")} ${query.limit}`, () =>
              sources.answers.articles(query)
            ),
          volume: () => Effect.dieMessage("not asked for")
        }),
        Context.add(EntityIndex, {
          search: (query) =>
            asking(`wikidata ${query.text} ${query.limit}`, () => sources.answers.entities(query))
        }),
        Context.add(CensusTables, {
          table: (query) => asking(`census ${query.forGeography}`, () => sources.answers.table(query))
        }),
        Context.add(Facilitator, {
          verify: (submission) => knobs.verify(submission),
          settle: (submission) => {
            knobs.calls.settle += 1
            return knobs.settle(submission)
          }
        })
      )
    })
  )
)
