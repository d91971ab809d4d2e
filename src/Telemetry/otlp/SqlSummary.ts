/**
 * What a statement does, in few words with few values: `UPDATE payments`. Spans of statements are named by it
 * (https://opentelemetry.io/docs/specs/semconv/database/database-spans/).
 */

/** What a statement does first, on which table, and all of it as `db.query.summary`. */
export interface SqlSummary {
  readonly operation: string
  readonly table: string | undefined
  readonly summary: string
}

/** An operation with its table, or the function that stands in a table's place. */
const step =
  /\b(?:(INSERT) INTO|(?<!FOR )(UPDATE)|(DELETE) FROM|(SELECT)\b(?:(?!\b(?:SELECT|FROM|INSERT|UPDATE|DELETE)\b).)*?\bFROM|(CREATE|ALTER|DROP) (?:TABLE|INDEX|FUNCTION)(?: IF (?:NOT )?EXISTS)?)\s+(?:ONLY\s+)?"?([a-z_][a-z0-9_]*)"?/gis

/** The first word of a statement. */
const firstWord = /^\s*\(*\s*([a-z]+)/i

/** What reads like a step and is none: a part of a date. */
const partOfDate = /\bEXTRACT\s*\(\s*\w+\s+FROM\b/gi

const make = (statement: string): SqlSummary => {
  const text = statement.replace(partOfDate, "EXTRACT(")
  // A name that the statement gives to one of its own parts is no table.
  const parts = new Set(
    Array.from(text.matchAll(/\b([a-z_]+) AS (?:NOT )?(?:MATERIALIZED )?\(/gi), ([, name]) => name)
  )
  const steps = Array.from(text.matchAll(step), (match) => ({
    operation: (match.slice(1, 6).find((word) => word !== undefined) ?? "").toUpperCase(),
    table: match[6] ?? ""
  })).filter(({ operation, table }) => !parts.has(table) && !(operation === "UPDATE" && /^set$/i.test(table)))
  const [first] = steps
  if (first === undefined) {
    const operation = (firstWord.exec(text)?.[1] ?? "").toUpperCase()
    return { operation, table: undefined, summary: operation }
  }
  const words = steps.map(({ operation, table }) => `${operation} ${table}`)
  return { ...first, summary: [...new Set(words)].join(" ") }
}

/** Statements are few; each is read once. */
const known = new Map<string, SqlSummary>()

/** The most texts that are remembered: those of migrations are used once. */
const mostKnown = 500

/** Summarises a statement by its text. */
export const summarise = (text: string): SqlSummary => {
  const present = known.get(text)
  if (present !== undefined) return present
  const made = make(text)
  if (known.size < mostKnown) known.set(text, made)
  return made
}
