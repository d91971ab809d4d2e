/**
 * Makes a recording short: enough to see the form, not the provider's data over again. Pure.
 */
import { fieldPath, itemPath } from "../../src/Providers/CanaryQuery.ts"

const longestText = 300
const longestList = 3
const mostFields = 80

/** What is left, and what was cut, a line each. */
export interface Cut<A> {
  readonly value: A
  readonly notes: ReadonlyArray<string>
}

/** Cuts a text by characters. */
export const cutText = (text: string, path = ""): Cut<string> => {
  const characters = [...text]
  return characters.length <= longestText
    ? { value: text, notes: [] }
    : {
        value: `${characters.slice(0, longestText).join("")}…`,
        notes: [`${path || "(root)"}: ${longestText} of ${characters.length} characters`]
      }
}

/** Cuts long texts, arrays and maps of parsed JSON, at every depth. */
export const cutJson = (json: unknown, path = ""): Cut<unknown> => {
  if (typeof json === "string") return cutText(json, path)
  if (typeof json !== "object" || json === null) return { value: json, notes: [] }
  const note = (kept: number, all: number, what: string) =>
    kept < all ? [`${path || "(root)"}: ${kept} of ${all} ${what}`] : []
  if (Array.isArray(json)) {
    const kept = json.slice(0, longestList).map((item: unknown) => cutJson(item, itemPath(path)))
    return {
      value: kept.map(({ value }) => value),
      notes: [...note(kept.length, json.length, "items"), ...new Set(kept.flatMap(({ notes }) => notes))]
    }
  }
  const all = Object.entries(json)
  const kept = all
    .slice(0, mostFields)
    .map(([key, value]: [string, unknown]) => ({ key, ...cutJson(value, fieldPath(path, key)) }))
  return {
    value: Object.fromEntries(kept.map(({ key, value }) => [key, value])),
    notes: [...note(kept.length, all.length, "fields"), ...kept.flatMap(({ notes }) => notes)]
  }
}
