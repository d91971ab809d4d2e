/**
 * Tables for a terminal and for a document. Pure.
 */

/** A table: the first column is text, the others are right-aligned. */
export interface Table {
  readonly title: string
  readonly head: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
}

/** In columns as wide as their widest cell. */
export const text = ({ title, head, rows }: Table): string => {
  const widths = head.map((name, column) =>
    Math.max(name.length, ...rows.map((row) => (row[column] ?? "").length))
  )
  const line = (cells: ReadonlyArray<string>) =>
    widths
      .map((width, column) => {
        const cell = cells[column] ?? ""
        return column === 0 ? cell.padEnd(width) : cell.padStart(width)
      })
      .join("  ")
      .trimEnd()
  return [title, "", line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n")
}

/** As Markdown. */
export const markdown = ({ title, head, rows }: Table): string => {
  const line = (cells: ReadonlyArray<string>) => `| ${cells.join(" | ")} |`
  const rule = line(head.map((_, column) => (column === 0 ? "---" : "---:")))
  return [`**${title}**`, "", line(head), rule, ...rows.map(line)].join("\n")
}

/** Three significant digits; whole numbers from 1000. */
export const number = (value: number): string => {
  if (!Number.isFinite(value)) return "-"
  return Math.abs(value) >= 1000 ? String(Math.round(value)) : String(Number(value.toPrecision(3)))
}
