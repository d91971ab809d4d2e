/**
 * A provider that behaves as api.openalex.org does without a key, out of 11 recorded works: 7 of a search for machine
 * learning in public health, early 2024 (test/fixtures/openalex/SOURCES.md), 3 of a search for black carbon on
 * glaciers, 2026, which asked for some fields only (tests/fixtures/openalex_search.json of tofunori/mcp-scholar), and
 * the work that OpenAlex's own documentation has for its example, W2741809807, on open access (its record of 2022, with
 * the location of a later one; both were recorded by cs3991/research_assistant). Of a search's works there are no more
 * than the first three authors. All of it is CC0.
 *
 * Statuses, limits and what a search may hold follow the public source of the server and its proxy, as of 2026;
 * messages of errors that were not recorded have its words as far as they are known. Filters, other sort orders and
 * other entities are left out. Nothing is ever spent: the headers of the budget are those of one recorded reply.
 */
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import recorded from "../data/openalex-works.json" with { type: "json" }
import { any, search, twoThirds } from "./WordMatch.ts"

type RecordedWork = Readonly<Record<string, unknown>> & {
  readonly id: string
  readonly doi: string | null
  readonly title: string
  readonly abstract_inverted_index?: object | null
}

const works: ReadonlyArray<RecordedWork> = recorded

const budget = {
  "x-ratelimit-limit": "1000",
  "x-ratelimit-remaining": "997",
  "x-ratelimit-reset": "11987",
  "x-ratelimit-limit-usd": "0.1",
  "x-ratelimit-remaining-usd": "0.0997",
  "x-ratelimit-credits-used": "0",
  "x-ratelimit-cost-usd": "0",
  "x-ratelimit-onetime-remaining": "0"
}

const json = (body: object, status = 200, headers: Readonly<Record<string, string>> = {}) =>
  HttpServerResponse.unsafeJson(body, { status, headers: { ...budget, ...headers } })

const badRequest = (message: string, error = "Invalid query parameters error.") =>
  json({ error, message }, 400)

/** What Flask answers by itself. */
const notFound = HttpServerResponse.html(`<!doctype html>
<html lang=en>
<title>404 Not Found</title>
<h1>Not Found</h1>
<p>The requested URL was not found on the server. If you entered the URL manually please check your spelling and try again.</p>
`).pipe(HttpServerResponse.setStatus(404), HttpServerResponse.setHeaders(budget))

const selectable = new Set([...works.flatMap((work) => Object.keys(work)), "relevance_score"])

type Params = Readonly<Record<string, string | undefined>>

/** The fields that `select` names, or why it cannot have them. */
const selecting = (select: string | undefined) => {
  const fields = select?.split(",") ?? [...selectable]
  const unknown = fields.find((field) => !selectable.has(field))
  return unknown === undefined
    ? {
        of: (work: RecordedWork) =>
          Object.fromEntries(fields.flatMap((field) => (field in work ? [[field, work[field]]] : [])))
      }
    : badRequest(
        `${unknown} is not a valid select field. Valid fields for select are: ${[...selectable].join(", ")}.`
      )
}

/** Why a search is refused. */
const refusal = (text: string) => {
  if ([...text].length > 1500) {
    const message = `Your search is too long (${[...text].length} characters; the limit is 1500). Very long pasted-text or Boolean searches are disproportionately expensive.`
    return json({ error: "Search query too long", error_source: "openalex-api-proxy", message }, 400, {
      "x-openalex-edge-reject": "search_volume"
    })
  }
  if (/[*?]/.test(text.replace(/"[^"]*"/g, "")))
    return badRequest("Wildcards (* or ?) require exact (no-stem) search.")
  if (/(?:^|\s)!/.test(text)) return badRequest("Search does not support the ! operator.")
  if (text.includes("|")) return badRequest("Search does not support the | operator.")
  return undefined
}

/** A whole number of a parameter, NaN when it is none. */
const whole = (text: string | undefined, usual: number) =>
  text === undefined ? usual : /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN

const textOf = ({ title, abstract_inverted_index: index }: RecordedWork) =>
  `${title} ${Object.keys(index ?? {}).join(" ")}`

const list = (params: Params) => {
  if ("limit" in params) return badRequest("limit is not a valid parameter.")
  const perPage = whole(params["per_page"] ?? params["per-page"], 25)
  const page = whole(params["page"], 1)
  if (!(perPage >= 1 && perPage <= 200)) {
    return badRequest("per-page parameter must be between 1 and 200.", "Pagination error.")
  }
  if (!(page >= 1 && page * perPage <= 10_000)) {
    return badRequest("Maximum results size of 10,000 records is exceeded.", "Pagination error.")
  }
  const text = params["search"] ?? ""
  const refused = refusal(text)
  if (refused !== undefined) return refused
  const selected = selecting(params["select"])
  if (!("of" in selected)) return selected
  const hits = search(works, textOf, text, /\sOR\s/.test(text) ? any : twoThirds)
  return json({
    meta: { count: hits.length, db_response_time_ms: 1, page, per_page: perPage, groups_count: null },
    results: hits.slice((page - 1) * perPage, page * perPage).map(selected.of),
    group_by: []
  })
}

/** By `doi:10.…`, a DOI's address, or the id. */
const single = (name: string, params: Params) => {
  const doi = /doi/i.test(name) ? /10\.\d+\/\S+/.exec(name.toLowerCase())?.[0] : undefined
  const found = works.find(
    (work) =>
      work.id.endsWith(`/${name.toUpperCase()}`) ||
      (doi !== undefined && work.doi === `https://doi.org/${doi}`)
  )
  if (found === undefined) return notFound
  const selected = selecting(params["select"])
  return "of" in selected ? json(selected.of(found)) : selected
}

/** A key that is there has to be one. */
const unauthorised = json({ error: "Invalid or missing API key", message: "API key not found" }, 401)

const handle = (read: (path: string, params: Params) => HttpServerResponse.HttpServerResponse) =>
  Effect.map(HttpServerRequest.HttpServerRequest, ({ url }) => {
    const { pathname, searchParams } = new URL(url, "http://openalex")
    const params: Params = Object.fromEntries(searchParams)
    return params["api_key"]?.trim() === "" ? unauthorised : read(decodeURIComponent(pathname), params)
  })

/** `/works` and `/works/{id}`; anything else is not found. */
export const router: HttpRouter.HttpRouter = HttpRouter.empty.pipe(
  HttpRouter.get(
    "/works",
    handle((_, params) => list(params))
  ),
  HttpRouter.get(
    "/works/*",
    handle((path, params) => single(path.replace(/^\/works\//, ""), params))
  ),
  HttpRouter.all("*", Effect.succeed(notFound))
)
