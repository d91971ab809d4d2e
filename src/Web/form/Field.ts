/**
 * What a control stands for, as the JSON Schema of the request tells it.
 */
import * as Predicate from "effect/Predicate"

/** How the text of a control becomes JSON. `lines`: a text per line. `choices`: the boxes that are ticked. */
export type Kind = "text" | "number" | "boolean" | "lines" | "choices"

/** A JSON Schema. */
export type Json = { readonly [keyword: string]: unknown }

/** Whether a value is needed; `required with the others`: once one beside it is there. */
export type Need = "required" | "optional" | "required with the others"

/** What a control stands for. */
export interface Field {
  readonly pointer: string
  readonly id: string
  readonly name: string
  readonly schema: Json
  readonly need: Need
  /** The example's value. */
  readonly value: unknown
}

/** An object; an empty one in the place of anything else. */
export const record = (value: unknown): Json => (Predicate.isRecord(value) ? value : {})

/** A list; an empty one in the place of anything else. */
export const list = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** The texts of a list. */
export const texts = (value: unknown): ReadonlyArray<string> => list(value).filter(Predicate.isString)

/** `forGeography` as a label: "For geography". */
export const labelOf = (name: string): string => {
  if (name === "doi") return "DOI"
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** A value as it is typed into a control. */
export const textOf = (value: unknown): string => (value === undefined ? "" : String(value))

/** A schema without the `null` that what may be left out also takes. */
export const withoutNull = (schema: Json): Json => {
  const [one, ...others] = list(schema["anyOf"])
    .map(record)
    .filter(({ type }) => type !== "null")
  return one === undefined || others.length > 0 ? schema : one
}

/** The keyword `type`. */
export const typeOf = ({ type }: Json): string => String(type)

const range = (least: unknown, most: unknown, what: string): string | undefined => {
  if (least === undefined && most === undefined) return undefined
  if (least === undefined) return `at most ${most}${what}`
  return most === undefined ? `at least ${least}${what}` : `${least} to ${most}${what}`
}

/** The limits that the description need not tell. */
const limits = (schema: Json): ReadonlyArray<string> => {
  const { maximum, maxItems, maxLength, minimum, minItems, minLength } = schema
  const isList = typeOf(schema) === "array"
  const isTold = [minimum, maximum].every((bound) => textOf(schema["description"]).includes(` ${bound}`))
  return [
    isList && texts(record(schema["items"])["enum"]).length === 0 ? "one per line" : undefined,
    isTold ? undefined : range(minimum, maximum, ""),
    isList ? range(minItems, maxItems, "") : range(minLength, maxLength, " characters"),
    schema["default"] === undefined ? undefined : `${schema["default"]} when left out`
  ].filter(Predicate.isNotUndefined)
}

/** What is said below the label. */
export const helpOf = (schema: Json): string =>
  [schema["description"], ...limits(schema)].filter(Predicate.isString).join("; ")
