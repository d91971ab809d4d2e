/**
 * JSON Schemas as tools have them. A list of tools is read by models, for whom every word counts, and by hosts that take
 * less than JSON Schema has: an input is a plain object at its root, without alternatives, and every field has a type.
 */
import { isObject } from "../../Client/Json.ts"

export type Json = { readonly [keyword: string]: unknown }

/** Names of the library, examples (a model takes them for defaults), and what the list itself says. */
const droppedFromInputs = new Set(["$schema", "title", "examples"])

/** An answer is not made by the model: it needs no texts and no bounds, and may have more fields one day. */
const droppedFromOutputs = new Set([
  ...droppedFromInputs,
  "additionalProperties",
  "default",
  "description",
  "format",
  "maximum",
  "maxItems",
  "maxLength",
  "minimum",
  "minItems",
  "minLength",
  "pattern"
])

const recordOf = (value: unknown): Json => (isObject(value) ? value : {})

const mapValues = (value: Json, change: (inner: unknown) => unknown): Json =>
  Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, change(inner)]))

/** Changes the schemas directly within a schema. Below `properties` and `$defs` a key is a name, and stays. */
const within = (schema: Json, change: (schema: unknown) => unknown): Json =>
  Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [
      keyword,
      keyword === "properties" || keyword === "$defs" ? mapValues(recordOf(value), change) : change(value)
    ])
  )

const without = (schema: Json, dropped: ReadonlySet<string>): Json =>
  Object.fromEntries(
    Object.entries(schema).filter(
      ([keyword, value]) =>
        // A rule for further fields is more than a bound where it says what they are.
        (!dropped.has(keyword) || (keyword === "additionalProperties" && value !== false)) &&
        !(keyword === "required" && Array.isArray(value) && value.length === 0)
    )
  )

const isNull = (schema: unknown) => recordOf(schema)["type"] === "null"

/** The alternatives of a schema; of one without, none. */
const alternativesOf = (schema: Json): ReadonlyArray<Json> =>
  Array.isArray(schema["anyOf"]) ? schema["anyOf"].filter(isObject) : []

/** The schema of a field that may be null or left out, written either way. A model leaves it out. */
const withoutNull = (schema: Json): Json => {
  const { anyOf: _, ...rest } = schema
  const { type } = schema
  if (Array.isArray(type)) {
    const [first, ...more] = type.filter((name) => name !== "null")
    return more.length > 0 ? schema : { ...rest, type: first }
  }
  const alternatives = alternativesOf(schema)
  const [one, ...others] = alternatives.filter((alternative) => !isNull(alternative))
  return one === undefined || others.length > 0 || alternatives.length < 2 ? schema : { ...one, ...rest }
}

/** The same in an answer, where null is a value. */
const withNull = (schema: Json): Json => {
  const { anyOf: _, ...rest } = schema
  const [one, ...others] = alternativesOf(schema).filter((alternative) => !isNull(alternative))
  return one === undefined ||
    others.length > 0 ||
    !alternativesOf(schema).some(isNull) ||
    typeof one["type"] !== "string" ||
    "enum" in one
    ? schema
    : { ...one, ...rest, type: [one["type"], "null"] }
}

const compacted =
  (dropped: ReadonlySet<string>, nullable: (schema: Json) => Json) =>
  (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(compacted(dropped, nullable))
    return isObject(value) ? nullable(within(without(value, dropped), compacted(dropped, nullable))) : value
  }

/** Fields without a rule: the service ignores them. */
const isRuled = ([, schema]: readonly [string, unknown]) =>
  Object.keys(recordOf(schema)).some((keyword) => keyword !== "description")

const wordsOf = (schema: unknown): ReadonlyArray<unknown> => {
  const { enum: words } = recordOf(schema)
  return Array.isArray(words) ? words : []
}

/** Two alternatives' rules for one field: words side by side, else the first that has one. */
const merged = (left: unknown, right: unknown): unknown => {
  const words = [...new Set([...wordsOf(left), ...wordsOf(right)])]
  return words.length === 0
    ? left
    : { ...recordOf(left), enum: words, description: describedWords(left, right) }
}

const describedWords = (...fields: ReadonlyArray<unknown>) =>
  fields.map((field) => `${wordsOf(field).join(", ")}: ${String(recordOf(field)["description"])}`).join("; ")

/** One object with the fields of all alternatives, of which those are required that all require. */
const flat = (schema: Json): Json => {
  const alternatives = alternativesOf(schema)
  if (alternatives.length === 0) return schema
  const properties = new Map<string, unknown>()
  for (const alternative of alternatives) {
    for (const [name, field] of Object.entries(recordOf(alternative["properties"])).filter(isRuled)) {
      properties.set(name, properties.has(name) ? merged(properties.get(name), field) : field)
    }
  }
  const required = alternatives
    .map(({ required }) => (Array.isArray(required) ? required : []))
    .reduce((left, right) => left.filter((name) => right.includes(name)))
  const { anyOf: _, ...rest } = schema
  return { ...rest, properties: Object.fromEntries(properties), required, additionalProperties: false }
}

/** The schema of a tool's arguments: a plain object. */
export const input = (requestSchema: Json): Json =>
  recordOf(compacted(droppedFromInputs, withoutNull)(flat(requestSchema)))

/** The schema of a tool's answer, `{ data, meta }`. */
export const output = (responseSchema: Json): Json =>
  recordOf(compacted(droppedFromOutputs, withNull)(responseSchema))

/** The demand for a payment, as far as a schema must tell it from an answer. */
const paymentRequired: Json = { required: ["x402Version", "accepts"] }

/**
 * The schema of an answer or a demand for payment. Clients of the revisions before 2026-07-28 hold every structured result
 * to it, and throw away a demand that does not fit.
 */
export const widened = (output: Json): Json => {
  const { $defs, ...answer } = output
  return {
    type: "object",
    ...($defs === undefined ? {} : { $defs }),
    anyOf: [answer, paymentRequired]
  }
}
