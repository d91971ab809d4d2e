/** Scholarly works, and providers of them that answer by a script, for tests. */
import { Context, Effect, Layer, Logger, Option, Tracer } from "effect"
import type { ProviderError, QueryRefused } from "../../src/Providers/Errors.ts"
import {
  ScholarlyIndex,
  type ScholarlyWorks,
  type WorksQuery
} from "../../src/Providers/ports/ScholarlyIndex.ts"
import { ScholarlyRegistry } from "../../src/Providers/ports/ScholarlyRegistry.ts"
import type { WorkRecord, WorksRecord } from "../../src/Resources/facts/WorkRecord.ts"
import { layerMemory } from "../../src/Storage/Cache.ts"

export const doi = "10.1000/x"

/** A work without anything but a title. */
export const workOf = (source: "openalex" | "crossref", title = `A work of ${source}`): WorkRecord => ({
  id: `${source}:1`,
  title,
  authors: [],
  publicationYear: null,
  doi,
  url: null,
  journal: null,
  citations: null,
  openAccess: false,
  source,
  abstract: "Something abstract.",
  retracted: false
})

export const pageOf = (source: "openalex" | "crossref", works: ReadonlyArray<WorkRecord>): WorksRecord => ({
  source,
  count: works.length,
  works
})

type Found = WorksRecord | ProviderError
type Looked = Option.Option<WorkRecord> | ProviderError

/** What a provider answers; replaced between two calls. */
export interface Script {
  search: Found
  work: Looked
}

const isError = (answer: Found | Looked): answer is ProviderError => "_tag" in answer && "reason" in answer

/** An error without what belongs to the place where it was made. */
export const plain = (error: ProviderError | QueryRefused) =>
  error._tag === "QueryRefused"
    ? error.problems
    : { _tag: error._tag, provider: error.provider, reason: error.reason, retryAfter: error.retryAfter }

/** Both providers on a script each, noting who was asked what; log lines and span attributes on the side. */
export const stage = () => {
  const asked: Array<string> = []
  const lines: Array<unknown> = []
  const attributes = new Map<string, Record<string, unknown>>()
  const index: Script = { search: pageOf("openalex", []), work: Option.none() }
  const registry: Script = { search: pageOf("crossref", []), work: Option.none() }

  const port = (name: string, script: Script): ScholarlyWorks => ({
    search: ({ limit, ...search }: WorksQuery) =>
      Effect.suspend(() => {
        asked.push(`${name} ${"query" in search ? search.query : search.anyOf.join(" OR ")} ${limit}`)
        return isError(script.search) ? Effect.fail(script.search) : Effect.succeed(script.search)
      }),
    work: (asking) =>
      Effect.suspend(() => {
        asked.push(`${name} ${asking}`)
        return isError(script.work) ? Effect.fail(script.work) : Effect.succeed(script.work)
      })
  })

  const tracer = Tracer.make({
    span: (name, parent, context, links, startTime, kind) => {
      const own: Record<string, unknown> = {}
      attributes.set(name, own)
      const noted = new Map<string, unknown>()
      return {
        _tag: "Span",
        name,
        spanId: name,
        traceId: name,
        parent,
        context,
        status: { _tag: "Started", startTime },
        attributes: noted,
        links,
        sampled: true,
        kind,
        end: () => {},
        attribute: (key, value) => {
          // Told of every capability alike: the test of traces looks at it.
          if (key !== "almanac.cache.hit") own[key] = value
        },
        event: () => {},
        addLinks: () => {}
      }
    },
    context: (run) => run()
  })

  const layer = Layer.mergeAll(
    Layer.succeedContext(
      Context.make(ScholarlyIndex, port("index", index)).pipe(
        Context.add(ScholarlyRegistry, port("registry", registry))
      )
    ),
    layerMemory,
    Layer.setTracer(tracer),
    Logger.replace(
      Logger.defaultLogger,
      Logger.make(({ logLevel, message }) => {
        lines.push([logLevel.label, message])
      })
    )
  )
  return { asked, lines, attributes, index, registry, layer }
}
