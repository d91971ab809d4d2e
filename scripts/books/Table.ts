/**
 * Tables as text: for a terminal, and as CSV. Pure.
 */

/** Columns by their titles; numbers stand to the right. */
export interface Column<Row> {
  readonly title: string
  readonly of: (row: Row) => string
  readonly right?: boolean
}

/** A cell for a terminal, which would obey control characters. */
const shown = (text: string) => text.replace(/\p{Cc}/gu, "\u{FFFD}")

/** Lines of a table under its titles; none for no rows. */
export const table = <Row>(
  columns: ReadonlyArray<Column<Row>>,
  rows: ReadonlyArray<Row>
): ReadonlyArray<string> => {
  if (rows.length === 0) return []
  const cells = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ of }) => shown(of(row))))
  ]
  // Cell by cell: a report has more rows than a call takes arguments.
  const widths = columns.map((_, index) =>
    cells.reduce((width, line) => Math.max(width, line[index]?.length ?? 0), 0)
  )
  return cells.map((line) =>
    line
      .map((cell, index) =>
        columns[index]?.right === true ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0)
      )
      .join("  ")
      .trimEnd()
  )
}

/** A value as RFC 4180 has it. One that a spreadsheet would take for a formula is not: there are only names and numbers. */
const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Lines of CSV, the titles first. */
export const csv = <Row>(
  columns: ReadonlyArray<Column<Row>>,
  rows: ReadonlyArray<Row>
): ReadonlyArray<string> => [
  columns.map(({ title }) => title).join(","),
  ...rows.map((row) => columns.map(({ of }) => quoted(of(row))).join(","))
]
