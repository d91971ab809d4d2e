/**
 * Answers of sources as they are gathered, made by hand for tests.
 */
import * as FastCheck from "effect/FastCheck"
import type { SourceError, SourceResult, SourceResultOf } from "../../src/Composites/SourceResult.ts"
import type { KnowledgeEntity } from "../../src/Resources/facts/KnowledgeEntity.ts"
import type { NewsArticle } from "../../src/Resources/facts/NewsArticle.ts"
import type { WorkRecord } from "../../src/Resources/facts/WorkRecord.ts"
import type { SourceName } from "../../src/Resources/Research.ts"

/** When the sources were asked, and when the answer was put together. */
export const asked = Date.UTC(2026, 4, 1, 12)
export const now = asked + 1234
export const askedAt = "2026-05-01T12:00:00.000Z"
export const nowAt = "2026-05-01T12:00:01.234Z"

/** A work with a page and nothing else, unless the fields say so. */
export const work = (title: string, fields: Partial<WorkRecord> = {}): WorkRecord => ({
  id: `openalex:${title}`,
  title,
  authors: [],
  publicationYear: null,
  doi: null,
  url: `https://works.example/${encodeURIComponent(title)}`,
  journal: null,
  citations: null,
  openAccess: false,
  source: "openalex",
  abstract: null,
  retracted: false,
  ...fields
})

/** A headline in English. */
export const article = (title: string, fields: Partial<NewsArticle> = {}): NewsArticle => ({
  title,
  url: `https://news.example/${encodeURIComponent(title)}`,
  source: "news.example",
  publishedAt: "2026-04-30T08:00:00Z",
  language: "English",
  country: null,
  ...fields
})

/** An entity of Wikidata. */
export const entity = (id: string, name: string, description: string | null): KnowledgeEntity => ({
  id,
  name,
  description,
  url: `https://www.wikidata.org/wiki/${id}`,
  source: "wikidata"
})

const unavailable: SourceError = { code: "PROVIDER_UNAVAILABLE", message: "The provider is unavailable." }

/** The answer of a source that failed. */
export const failed = <Source extends SourceName>(source: Source, error = unavailable, part = 0) => ({
  source,
  part,
  outcome: { _tag: "Failed" as const, error }
})

const found = <A>(record: A, retrievedAt: number) => ({ _tag: "Found" as const, retrievedAt, record })

export const academic = (
  works: ReadonlyArray<WorkRecord>,
  part = 0,
  retrievedAt = asked
): SourceResultOf<"academic"> => ({
  source: "academic",
  part,
  outcome: found({ source: "openalex", count: 10 * works.length, works }, retrievedAt)
})

export const news = (articles: ReadonlyArray<NewsArticle>, part = 0): SourceResultOf<"news"> => ({
  source: "news",
  part,
  outcome: found({ results: articles }, asked)
})

export const knowledge = (
  entities: ReadonlyArray<KnowledgeEntity>,
  part = 0
): SourceResultOf<"knowledge"> => ({
  source: "knowledge",
  part,
  outcome: found({ results: entities }, asked)
})

/** A table of as many states as is said. */
export const government = (count: number): SourceResultOf<"government"> => ({
  source: "government",
  part: 0,
  outcome: found(
    {
      dataset: "acs/acs1",
      year: 2019,
      columns: ["NAME"],
      rows: Array.from({ length: count }, (_, index) => ({ NAME: `State ${index}` }))
    },
    asked
  )
})

/** How a source can answer: with a result, without one, not at all. */
export type Letter = "S" | "E" | "F"

/** An answer by its letter. */
export const answerBy = (source: SourceName, letter: Letter): SourceResult => {
  if (letter === "F") return failed(source)
  const has = letter === "S"
  switch (source) {
    case "academic":
      return academic(has ? [work("A work")] : [])
    case "news":
      return news(has ? [article("A headline")] : [])
    case "knowledge":
      return knowledge(has ? [entity("Q1", "A thing", "thing")] : [])
    case "government":
      return government(has ? 1 : 0)
  }
}

const letters = ["S", "E", "F"] as const

/** All rows of 1 to 3 letters. */
export const everyRow: ReadonlyArray<ReadonlyArray<Letter>> = [
  ...letters.map((one) => [one]),
  ...letters.flatMap((one) => letters.map((two) => [one, two])),
  ...letters.flatMap((one) => letters.flatMap((two) => letters.map((three) => [one, two, three])))
]

/** Few words and any characters, so that texts are sometimes alike and sometimes odd. */
export const someText = FastCheck.oneof(
  FastCheck.array(
    FastCheck.constantFrom(
      ..."coffee causes cancer does not cause lower risk study 30 2014 Mercury planet Roman god hoax".split(
        " "
      ),
      "Wikimedia disambiguation page",
      "<b>",
      "&amp;",
      "C++"
    ),
    { maxLength: 8 }
  ).map((words) => words.join(" ")),
  FastCheck.string({ unit: "binary", maxLength: 30 }),
  FastCheck.string({ unit: "grapheme", maxLength: 30 })
)

const perhaps = FastCheck.option(someText)
const page = FastCheck.oneof(
  FastCheck.nat(9).map((n) => `https://example.com/${n}`),
  someText
)

const anyWork: FastCheck.Arbitrary<WorkRecord> = FastCheck.record({
  title: someText,
  authors: FastCheck.array(someText, { maxLength: 3 }),
  publicationYear: FastCheck.option(FastCheck.integer({ min: 1900, max: 2030 })),
  doi: FastCheck.option(FastCheck.nat(9).map((n) => `10.1/${n}`)),
  url: FastCheck.option(page),
  journal: perhaps,
  citations: FastCheck.option(FastCheck.nat()),
  openAccess: FastCheck.boolean(),
  abstract: perhaps
}).map(({ title, ...fields }) => work(title, fields))

const anyArticle: FastCheck.Arbitrary<NewsArticle> = FastCheck.record({
  title: someText,
  url: page,
  language: FastCheck.constantFrom(null, "English", "German")
}).map(({ title, ...fields }) => article(title, fields))

const anyEntity: FastCheck.Arbitrary<KnowledgeEntity> = FastCheck.record({
  id: FastCheck.nat(9),
  name: someText,
  description: perhaps
}).map(({ description, id, name }) => entity(`Q${id}`, name, description))

const orFailed = <A extends SourceResult>(source: SourceName, part: number, answer: FastCheck.Arbitrary<A>) =>
  FastCheck.oneof<Array<FastCheck.WeightedArbitrary<SourceResult>>>(
    { arbitrary: answer, weight: 4 },
    { arbitrary: FastCheck.constant(failed(source, undefined, part)), weight: 1 }
  )

const items = <A>(item: FastCheck.Arbitrary<A>) => FastCheck.array(item, { maxLength: 4 })

/** One answer of a source. */
export const anyAnswer = (
  source: "academic" | "news" | "knowledge",
  part: number
): FastCheck.Arbitrary<SourceResult> => {
  switch (source) {
    case "academic":
      return orFailed(
        source,
        part,
        items(anyWork).map((works) => academic(works, part))
      )
    case "news":
      return orFailed(
        source,
        part,
        items(anyArticle).map((articles) => news(articles, part))
      )
    case "knowledge":
      return orFailed(
        source,
        part,
        items(anyEntity).map((entities) => knowledge(entities, part))
      )
  }
}
