/**
 * The structure of JSON without its values: which fields there are, and of which types. Pure.
 */
import { fieldPath, itemPath } from "../../src/Providers/CanaryQuery.ts"

/** The types of JSON (RFC 8259). */
export type JsonType = "object" | "array" | "string" | "number" | "boolean" | "null"

/** What was seen at one path: how often each type, and what was below it. */
export interface Shape {
  readonly types: ReadonlyMap<JsonType, number>
  /** Below the objects, by key; `*` where keys are data. */
  readonly fields: ReadonlyMap<string, Shape>
  /** Below the arrays; none when all of them were empty. */
  readonly items: Shape | undefined
}

/** The shape of nothing. */
export const none: Shape = { types: new Map(), fields: new Map(), items: undefined }

const typeOf = (value: unknown): JsonType => {
  if (value === null) return "null"
  if (Array.isArray(value)) return "array"
  const type = typeof value
  return type === "string" || type === "number" || type === "boolean" ? type : "object"
}

/** How often a path was seen. */
export const timesSeen = ({ types }: Shape): number =>
  [...types.values()].reduce((sum, count) => sum + count, 0)

const both = <A>(
  a: ReadonlyMap<string, A>,
  b: ReadonlyMap<string, A>,
  join: (a: A, b: A) => A
): ReadonlyMap<string, A> => {
  const joined = new Map(a)
  for (const [key, value] of b) {
    const present = joined.get(key)
    joined.set(key, present === undefined ? value : join(present, value))
  }
  return joined
}

const counted = (a: Shape["types"], b: Shape["types"]): Shape["types"] => {
  const sums = new Map(a)
  for (const [type, count] of b) sums.set(type, (sums.get(type) ?? 0) + count)
  return sums
}

/** The shape of both together. */
export const merge = (a: Shape, b: Shape): Shape => ({
  types: counted(a.types, b.types),
  fields: both(a.fields, b.fields, merge),
  items: a.items === undefined ? b.items : b.items === undefined ? a.items : merge(a.items, b.items)
})

/** Sums up parsed JSON. The keys of an object at one of the paths `maps` are data, such as currencies or words. */
export const summarise = (json: unknown, maps: ReadonlyArray<string>, path = ""): Shape => {
  const types: Shape["types"] = new Map([[typeOf(json), 1]])
  if (Array.isArray(json)) {
    const below = json.map((item: unknown) => summarise(item, maps, itemPath(path)))
    return { ...none, types, items: below.length === 0 ? undefined : below.reduce(merge) }
  }
  if (typeof json !== "object" || json === null) return { ...none, types }
  const isMap = maps.includes(path)
  const fields = Object.entries(json).map(([name, value]: [string, unknown]): ReadonlyMap<string, Shape> => {
    const key = isMap ? "*" : name
    return new Map([[key, summarise(value, maps, fieldPath(path, key))]])
  })
  return { ...none, types, fields: fields.reduce((all, one) => both(all, one, merge), none.fields) }
}
