/**
 * The published table of charges, as buyers read it: docs/charges.md. Every answer is held to its row.
 */
import { readFileSync } from "node:fs"

/**
 * What a row says of money. `no`: the payment has not been charged, and will not be unless it is sent again. `not by
 * this call`: an earlier call with the same payment may have charged it.
 */
export type Charged = "yes" | "no" | "pending" | "not by this call"

/** A row. `answer` is its status and its code, as in `503 OVERLOADED`. */
export interface Row {
  readonly ending: string
  readonly answer: string
  readonly charged: Charged
}

const cells = (line: string) =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim())

const chargedOf = (text: string): Charged => {
  if (/earlier/.test(text)) return "not by this call"
  if (text === "yes" || text === "no" || text === "pending") return text
  throw new Error(`docs/charges.md says of a charge: ${text}`)
}

/** Reads the table of a page. */
export const parse = (page: string): ReadonlyArray<Row> => {
  const lines = page.split("\n").filter((line) => line.startsWith("|"))
  const [head = "", , ...rest] = lines
  const titles = cells(head)
  const column = (title: RegExp) => {
    const index = titles.findIndex((other) => title.test(other))
    if (index < 0) throw new Error(`docs/charges.md has no column ${title}`)
    return index
  }
  const [ending, answer, charged] = [column(/^ending$/), column(/^answer$/), column(/^charged/)]
  return rest.map(cells).map((row) => ({
    ending: row[ending] ?? "",
    answer: (row[answer] ?? "").replaceAll("`", ""),
    charged: chargedOf(row[charged] ?? "")
  }))
}

/** The rows of the repository's own page. The proof is run at its root. */
export const table: ReadonlyArray<Row> = parse(readFileSync("docs/charges.md", "utf8"))

/** The rows that an answer may be of: by status and code, and by the reason where a row names one. */
export const rowsOf = (
  rows: ReadonlyArray<Row>,
  { code, reason, status }: { readonly status: number; readonly code?: string; readonly reason?: string }
): ReadonlyArray<Row> => {
  const answer = code === undefined ? String(status) : `${status} ${code}`
  const named = rows.filter((row) => reason !== undefined && row.answer === `${answer} ${reason}`)
  return named.length > 0 ? named : rows.filter((row) => row.answer === answer)
}
