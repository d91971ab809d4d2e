/**
 * A provider that behaves as www.wikidata.org does, out of some forty recorded entities.
 *
 * The entities are recorded replies: those of test/fixtures/wikidata (SOURCES.md has their origin), the rest of the
 * replies about COVID-19, Wikidata and WikiProject that TideDra/Multimodality-Linking keeps in src/data/stub.ts, and
 * single entries that clients quote (Q42 siznax/wptools, Q623, Q892, Q81738, Q214096, Q794, Q4925193, Q102673,
 * Q111587429). Q90 is as every visitor sees it. Names and descriptions are those of English whatever the language
 * asked for, as if no other were written down; matches come in the order of the data. Statuses and errors follow
 * Wikibase's source and the recorded errors.
 */
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { findByPrefix, findByWords, type Hit } from "./WikidataEntities.ts"

const languageNames = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" })

/** Whether it is a known language code; `xx` is not. */
const isLanguage = (code: string): boolean =>
  Option.exists(Option.liftThrowable(() => languageNames.of(code))(), (name) => name !== undefined)

const term = (value: string) => ({ value, language: "en" })

/** An entry of `search`. */
const prefixEntry = ({ id, pageid, label, description, match }: Hit) => ({
  id,
  title: id,
  ...(pageid === undefined ? {} : { pageid }),
  display: {
    label: term(label),
    ...(description === undefined ? {} : { description: term(description) })
  },
  repository: "wikidata",
  url: `//www.wikidata.org/wiki/${id}`,
  concepturi: `http://www.wikidata.org/entity/${id}`,
  label,
  ...(description === undefined ? {} : { description }),
  match,
  ...(match.type === "label" ? {} : { aliases: [match.text] })
})

/** An entry of `results`. */
const fullTextEntry = ({ id, label, description, match }: Hit) => ({
  id,
  "display-label": term(label),
  description: description === undefined ? null : term(description),
  match
})

/** An error of the Action API, with status 200. */
const apiError = (code: string, info: string) =>
  HttpServerResponse.unsafeJson(
    {
      error: { code, info, "*": "See https://www.wikidata.org/w/api.php for API usage." },
      servedby: "sandbox"
    },
    { headers: { "mediawiki-api-error": code } }
  )

const unrecognized = (parameter: string, value: string) =>
  apiError("badvalue", `Unrecognized value for parameter "${parameter}": ${value}.`)

/** An error of the REST API. */
const restError = (code: string, parameter: string) =>
  HttpServerResponse.unsafeJson(
    {
      code,
      message:
        code === "missing-query-parameter"
          ? `Required query parameter missing: '${parameter}'`
          : `Invalid query parameter: '${parameter}'`,
      context: { parameter }
    },
    { status: 400 }
  )

type Parameters = Readonly<Record<string, string>>

const parameters = Effect.map(
  HttpServerRequest.ParsedSearchParams,
  (params): Parameters =>
    Object.fromEntries(
      Object.entries(params).map(([name, value]) => [
        name,
        typeof value === "string" ? value : (value.at(-1) ?? "")
      ])
    )
)

const wbsearchentities = ({ search = "", language = "", type = "item", ...rest }: Parameters) => {
  if (search === "") return apiError("missingparam", 'The "search" parameter must be set.')
  if (language === "") return apiError("missingparam", 'The "language" parameter must be set.')
  if (!isLanguage(language)) return unrecognized("language", language)
  const limit = Math.min(50, Math.max(1, Number(rest["limit"] ?? 7) || 7))
  const hits = type === "item" ? findByPrefix(search) : []
  return HttpServerResponse.unsafeJson({
    searchinfo: { search },
    search: hits.slice(0, limit).map(prefixEntry),
    ...(hits.length > limit ? { "search-continue": limit } : {}),
    success: 1
  })
}

/** `/w/api.php`, of which only `action=wbsearchentities` is served. */
const actionApi = ({ action = "", ...rest }: Parameters) =>
  action === "wbsearchentities" ? wbsearchentities(rest) : unrecognized("action", action)

/** `/w/rest.php/wikibase/v1/search/items` */
const restSearch = ({ q = "", language = "", ...rest }: Parameters) => {
  if (q === "") return restError("missing-query-parameter", "q")
  if (language === "") return restError("missing-query-parameter", "language")
  if (!isLanguage(language)) return restError("invalid-query-parameter", "language")
  const limit = Number(rest["limit"] ?? 10)
  if (!Number.isInteger(limit) || limit < 1 || limit > 500)
    return restError("invalid-query-parameter", "limit")
  return HttpServerResponse.unsafeJson({
    results: findByWords(q).slice(0, limit).map(fullTextEntry)
  })
}

/** The two searches; anything else is not found. */
export const router: HttpRouter.HttpRouter = HttpRouter.empty.pipe(
  HttpRouter.get("/w/api.php", Effect.map(parameters, actionApi)),
  HttpRouter.get("/w/rest.php/wikibase/v1/search/items", Effect.map(parameters, restSearch)),
  HttpRouter.all("*", Effect.succeed(HttpServerResponse.text("Not found", { status: 404 })))
)
