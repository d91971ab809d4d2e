/**
 * A provider that behaves as api.census.gov does, out of recorded tables.
 *
 * The tables are recorded replies, complete or cut to some rows: those of test/fixtures/census (SOURCES.md has their
 * origin); acs/acs1 2022 and 2024, a row each, and acs/acs5 2018, nine counties of Maryland, as public notes quote
 * them; acs/acs5 2019, all states, from a client's source, its total being that of the nation as published. A year
 * without a recording is answered like one without data, a recorded variable is known in its year and dataset alone,
 * and a level or an area that was not recorded matches nothing. No key is required. Statuses and texts are the
 * recorded ones.
 */
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Array from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import recordings from "../data/census-tables.json" with { type: "json" }

/** A table: its header, and its rows. */
interface Table {
  readonly header: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
  /** The columns that tell the area, the largest first. */
  readonly levels: ReadonlyArray<string>
}

const isLevel = (column: string): boolean => /^[a-z]/.test(column)

const tablesOf = (dataset: string, year: string): ReadonlyArray<Table> =>
  recordings
    .filter((recording) => recording.dataset === dataset && String(recording.year) === year)
    .map(({ table: [header = [], ...rows] }) => ({ header, rows, levels: header.filter(isLevel) }))

/** Levels of which all areas can be asked for at once. */
const levels: ReadonlySet<string> = new Set([
  "us",
  "region",
  "division",
  "state",
  "county",
  "congressional district",
  "metropolitan statistical area/micropolitan statistical area",
  "combined statistical area",
  "urban area",
  "zip code tabulation area"
])

const refused = (text: string) => HttpServerResponse.text(`error: ${text}`, { status: 400 })

const nothing = HttpServerResponse.empty({ status: 204 })

const notFound = HttpServerResponse.html(
  "<!doctype html><html><head><title>404 Not Found</title></head><body><h1>404 Not Found</h1></body></html>"
).pipe(HttpServerResponse.setStatus(404))

/** One row to a line, as the provider prints it. */
const printed = (rows: ReadonlyArray<ReadonlyArray<string>>) =>
  HttpServerResponse.text(`[${rows.map((row) => JSON.stringify(row)).join(",\n")}]`, {
    contentType: "application/json;charset=utf-8"
  })

/** The wanted columns of the wanted rows. */
const cut = (table: Table, variables: ReadonlyArray<string>, codes: string) => {
  const columns = [...variables, ...table.levels].map((name) => table.header.indexOf(name))
  const wanted = new Set(codes.split(","))
  const rows = table.rows.filter((row) => codes === "*" || wanted.has(row.at(-1) ?? ""))
  const project = (row: ReadonlyArray<string>) => columns.map((column) => row[column] ?? "")
  return rows.length === 0 ? nothing : printed([table.header, ...rows].map(project))
}

interface Query {
  readonly get: string
  readonly for: string
}

const answer = (tables: ReadonlyArray<Table>, query: Query) => {
  if (tables.length === 0) return notFound
  const variables = query.get.split(",").filter((code) => code !== "")
  if (variables.length === 0) return refused("missing 'get' argument")
  if (variables.length > 50) return refused("'get' is limited to 50 variables")
  const known = new Set(tables.flatMap(({ header }) => header.filter((column) => !isLevel(column))))
  const unknown = variables.find((code) => !known.has(code))
  if (unknown !== undefined) return refused(`unknown variable '${unknown}'`)
  const [, level = "", codes = ""] = /^([^:]*):(\*|[0-9,]+)$/.exec(query.for) ?? []
  if (codes === "") return refused("invalid 'for' argument")
  if (!levels.has(level)) return refused("unknown/unsupported geography hierarchy")
  return Option.match(
    Array.findFirst(tables, (table) => table.levels.at(-1) === level),
    { onNone: () => nothing, onSome: (table) => cut(table, variables, codes) }
  )
}

/** `/data/{year}/acs/{acs1|acs5}`; anything else is not found. */
export const router: HttpRouter.HttpRouter = HttpRouter.empty.pipe(
  HttpRouter.get(
    "/data/:year/acs/:survey",
    Effect.gen(function* () {
      const { year = "", survey = "" } = yield* HttpRouter.params
      const params = yield* HttpServerRequest.ParsedSearchParams
      const text = (value: string | ReadonlyArray<string> | undefined) =>
        typeof value === "string" ? value : ""
      return answer(tablesOf(`acs/${survey}`, year), { get: text(params["get"]), for: text(params["for"]) })
    })
  ),
  HttpRouter.all("*", Effect.succeed(notFound))
)
