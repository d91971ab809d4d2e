/**
 * A provider that behaves as api.crossref.org does, out of 39 records from replies of 2022 and 2026
 * (test/fixtures/crossref/SOURCES.md): articles and reference entries on ecology, widgets and a little chemistry, a
 * few figures, an issue and peer reviews that a search should leave out. Of 18 entries on ecology only DOI and title
 * were recorded; their kind is not known, and they pass for works. Crossref's facts are free of rights.
 *
 * Bodies of 404 and of refused numbers and parameters have the form of recordings, the headers too. Filters but that
 * of the type, facets, sorting and cursors are left out. No call is throttled.
 */
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import recorded from "../data/crossref-works.json" with { type: "json" }
import { half, search } from "./WordMatch.ts"

type RecordedWork = Readonly<Record<string, unknown>> & {
  readonly DOI: string
  readonly type?: string
  readonly title?: ReadonlyArray<string>
}

const works: ReadonlyArray<RecordedWork> = recorded

type Params = Readonly<Record<string, string | undefined>>

/** With an address the polite pool, without one the public. */
const pool = (params: Params) =>
  params["mailto"] === undefined
    ? { "x-api-pool": "public", "x-rate-limit-limit": "5", "x-concurrency-limit": "1" }
    : { "x-api-pool": "polite", "x-rate-limit-limit": "10", "x-concurrency-limit": "3" }

interface Answer {
  readonly status: number
  readonly body: object | string
}

const ok = (type: "work" | "work-list", message: object): Answer => ({
  status: 200,
  body: { status: "ok", "message-type": type, "message-version": "1.0.0", message }
})

const refused = (type: string, value: string, message: string): Answer => ({
  status: 400,
  body: { status: "failed", "message-type": "validation-failure", message: [{ type, value, message }] }
})

const notFound: Answer = { status: 404, body: "Resource not found." }

/** Names that a list may be cut down to: those that were recorded. */
const selectable = new Set([...works.flatMap((work) => Object.keys(work)), "score"])

const isQuery = (name: string) => name === "query" || name.startsWith("query.")

/** The kinds of work that `filter` lets through, alternatives of each other; none for all. */
const typesOf = (filter: string | undefined): ReadonlySet<string> =>
  new Set(
    filter?.split(",").flatMap((term) => (term.startsWith("type:") ? [term.slice("type:".length)] : []))
  )

const list = (params: Params): Answer => {
  const rows = params["rows"] ?? "20"
  if (!/^\d{1,9}$/.test(rows) || Number(rows) > 1000) {
    return refused(
      "integer-not-valid",
      rows,
      `Integer specified as ${rows} but must be a positive integer less than or equal to 1000. `
    )
  }
  const fields = params["select"]?.split(",") ?? [...selectable]
  const unknown = fields.find((field) => !selectable.has(field))
  if (unknown !== undefined)
    return refused("parameter-not-allowed", unknown, `No such field to select: ${unknown}`)

  const types = typesOf(params["filter"])
  const text = Object.entries(params).flatMap(([name, value]) => (isQuery(name) ? (value ?? []) : []))
  const hits = search(
    works.filter(({ type }) => types.size === 0 || type === undefined || types.has(type)),
    ({ title = [] }) => title.join(" "),
    text.join(" "),
    half
  )
  return ok("work-list", {
    facets: {},
    "total-results": hits.length,
    items: hits
      .slice(0, Number(rows))
      .map((work) =>
        Object.fromEntries(fields.flatMap((field) => (field in work ? [[field, work[field]]] : [])))
      ),
    "items-per-page": Number(rows),
    query: { "start-index": 0, "search-terms": params["query"] ?? null }
  })
}

const single = (doi: string, params: Params): Answer => {
  if (Object.keys(params).some(isQuery)) {
    return refused("parameter-not-allowed", "query.*", "This route does not support field query parameters")
  }
  if (params["select"] !== undefined) {
    return refused("parameter-not-allowed", "select", "This route does not support select")
  }
  const found = works.find(({ DOI }) => DOI.toLowerCase() === doi.toLowerCase())
  return found === undefined ? notFound : ok("work", found)
}

const handle = (read: (path: string, params: Params) => Answer) =>
  Effect.map(HttpServerRequest.HttpServerRequest, ({ url }) => {
    const { pathname, searchParams } = new URL(url, "http://crossref")
    const params: Params = Object.fromEntries(searchParams)
    const { status, body } = read(decodeURIComponent(pathname), params)
    const headers = { ...pool(params), "x-rate-limit-interval": "1s" }
    return typeof body === "string"
      ? HttpServerResponse.text(body, { status, headers, contentType: "text/plain" })
      : HttpServerResponse.text(JSON.stringify(body), {
          status,
          headers,
          contentType: "application/json;charset=utf-8"
        })
  })

/** `/works` and `/works/{doi}`; anything else is not found. */
export const router: HttpRouter.HttpRouter = HttpRouter.empty.pipe(
  HttpRouter.get(
    "/works",
    handle((_, params) => list(params))
  ),
  HttpRouter.get(
    "/works/*",
    handle((path, params) => single(path.replace(/^\/works\//, ""), params))
  ),
  HttpRouter.all(
    "*",
    handle(() => notFound)
  )
)
