/**
 * How far the shape of a reply is from the one that we know. Pure.
 */
import { type Asked, fieldPath, itemPath } from "../../src/Providers/CanaryQuery.ts"
import { type JsonType, type Shape, timesSeen } from "./Shape.ts"

/** Paths, each once; of a field that came or went, not those below it. */
export interface Drift {
  /** In every object of the known replies, in none of this one. */
  readonly disappeared: ReadonlyArray<string>
  /** In this reply, in no known one. */
  readonly appeared: ReadonlyArray<string>
  /** Of a type that the known replies do not have: `results[].doi: string -> object`. */
  readonly retyped: ReadonlyArray<string>
}

/** No drift. */
export const none: Drift = { disappeared: [], appeared: [], retyped: [] }

/** Whether nothing came, went or changed. */
export const isNone = ({ disappeared, appeared, retyped }: Drift): boolean =>
  disappeared.length + appeared.length + retyped.length === 0

const join = (drifts: ReadonlyArray<Drift>): Drift => ({
  disappeared: drifts.flatMap(({ disappeared }) => disappeared),
  appeared: drifts.flatMap(({ appeared }) => appeared),
  retyped: drifts.flatMap(({ retyped }) => retyped)
})

const isValue = (type: JsonType): boolean => type !== "null"

/** Null among values says nothing new; null alone, where there have been values only, does. */
const retyped = (known: Shape, found: Shape, path: string): Drift => {
  const before = [...known.types.keys()]
  const now = [...found.types.keys()]
  const isNew = before.some(isValue)
    ? now.some((type) => isValue(type) && !before.includes(type)) ||
      (!now.some(isValue) && !before.includes("null"))
    : false
  const list = (types: ReadonlyArray<JsonType>) => types.toSorted().join("|")
  return isNew ? { ...none, retyped: [`${path || "(root)"}: ${list(before)} -> ${list(now)}`] } : none
}

const isInEvery = (objects: number, field: Shape): boolean => timesSeen(field) === objects

/** Compares what was found with what is known. */
export const compare = (known: Shape, found: Shape, asked: Asked = {}, path = ""): Drift => {
  const knownObjects = known.types.get("object") ?? 0
  const foundObjects = found.types.get("object") ?? 0
  const isAsked = (key: string) => asked[path]?.includes(key) ?? true

  const gone = [...known.fields]
    .filter(
      ([key, field]) =>
        foundObjects > 0 &&
        key !== "*" &&
        !found.fields.has(key) &&
        isAsked(key) &&
        isInEvery(knownObjects, field)
    )
    .map(([key]) => fieldPath(path, key))
  const come = knownObjects === 0 ? [] : [...found.fields.keys()].filter((key) => !known.fields.has(key))

  const below = [...found.fields].flatMap(([key, field]) => {
    const before = known.fields.get(key)
    return before === undefined ? [] : [compare(before, field, asked, fieldPath(path, key))]
  })
  const items =
    known.items === undefined || found.items === undefined
      ? none
      : compare(known.items, found.items, asked, itemPath(path))

  const here: Drift = { ...none, disappeared: gone, appeared: come.map((key) => fieldPath(path, key)) }
  return join([retyped(known, found, path), here, ...below, items])
}
