/**
 * From the reply of the Census Data API to the record of the port. Values stay the texts that they are: codes such
 * as -666666666 mean something, and leading zeros belong to area codes.
 */
import * as Array from "effect/Array"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { ProviderBadResponse } from "../Errors.ts"
import type { CensusQuery, CensusTablesRecord } from "../ports/CensusTables.ts"
import { Row, type TableReply } from "./schema.ts"

/** The table of a query that matches nothing; the reply, a 204, has no header. */
export const emptyTable = ({ dataset, year, variables }: CensusQuery): CensusTablesRecord => ({
  dataset,
  year,
  columns: Array.dedupe(variables),
  rows: []
})

const isRow = Schema.is(Row)

/**
 * Rows by column name. A table without a column that was asked for is the answer to another query. A column that comes
 * twice (a variable that is also a level of the geography) counts once, its first value wins.
 */
export const normalise = (
  { dataset, variables, year }: CensusQuery,
  [header, ...below]: TableReply
): Either.Either<CensusTablesRecord, ProviderBadResponse> => {
  if (!variables.every((name) => header.includes(name))) {
    return Either.left(new ProviderBadResponse({ provider: "us-census", reason: "other columns" }))
  }
  const columns = Array.dedupe(header)
  const places = columns.map((name) => [name, header.indexOf(name)] as const)
  const rows = Array.filterMap(below, (row) =>
    isRow(row) && row.length === header.length
      ? Option.some(Object.fromEntries(places.map(([name, place]) => [name, String(row[place] ?? "")])))
      : Option.none()
  )
  return below.length > 0 && rows.length === 0
    ? Either.left(new ProviderBadResponse({ provider: "us-census", reason: "malformed rows" }))
    : Either.right({ dataset, year, columns, rows })
}
