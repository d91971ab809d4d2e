/**
 * An answer as a table: the longest list of records in it, a line each; what stands beside it, above.
 */
import { isObject, type JsonObject } from "../Json.ts"
import { columns, cut } from "./Layout.ts"
import { visible } from "./Visible.ts"

type Scalar = string | number | boolean | null

const isScalar = (value: unknown): value is Scalar =>
  value === null || /^(?:string|number|boolean)$/.test(typeof value)

const text = (value: Scalar): string => (value === null ? "" : visible(String(value)))

/** The scalars of a record by their paths, and lists of scalars in one text. */
const cellsOf = (record: JsonObject, above = ""): ReadonlyArray<readonly [name: string, cell: string]> =>
  Object.entries(record).flatMap(([name, value]) => {
    const path = `${above}${name}`
    if (isScalar(value)) return [[path, text(value)] as const]
    if (Array.isArray(value)) {
      return value.length > 0 && value.every(isScalar) ? [[path, value.map(text).join(", ")] as const] : []
    }
    return isObject(value) ? cellsOf(value, `${path}.`) : []
  })

interface Found {
  readonly path: string
  readonly records: ReadonlyArray<JsonObject>
}

/** All lists of records outside of other lists. */
const listsOf = (object: JsonObject, above = ""): ReadonlyArray<Found> =>
  Object.entries(object).flatMap(([name, value]) => {
    const path = `${above}${name}`
    if (Array.isArray(value))
      return value.length > 0 && value.every(isObject) ? [{ path, records: value }] : []
    return isObject(value) ? listsOf(value, `${path}.`) : []
  })

/** Columns at most, and columns of the terminal that a cell takes where many stand side by side. */
const most = { columns: 8, cell: 40 }

/** The lines of a table; `width` is that of the terminal, none in a pipe. */
export const tableOf = (data: unknown, width: number | undefined): ReadonlyArray<string> => {
  if (!isObject(data)) return [isScalar(data) ? text(data) : JSON.stringify(data)]
  const lists = listsOf(data).toSorted((left, right) => right.records.length - left.records.length)
  const [list] = lists
  const isIn = (name: string) =>
    list !== undefined && (name === list.path || name.startsWith(`${list.path}.`))
  const beside = columns(cellsOf(data).filter(([name]) => !isIn(name)))
  if (list === undefined) return beside
  const rows = list.records.map((record) => new Map(cellsOf(record)))
  const filled = [...new Set(rows.flatMap((row) => [...row.keys()]))].filter((name) =>
    rows.some((row) => (row.get(name) ?? "") !== "")
  )
  const names = width === undefined ? filled : filled.slice(0, most.columns)
  const cell = (value: string) => (width === undefined ? value : cut(value, most.cell))
  const table = columns([names, ...rows.map((row) => names.map((name) => cell(row.get(name) ?? "")))])
  return [
    ...beside,
    ...(beside.length > 0 ? [""] : []),
    ...(width === undefined ? table : table.map((line) => cut(line, width)))
  ]
}
