/**
 * The fields of a request, from its JSON Schema: what can be said of each by a flag.
 */
import { isObject, type JsonObject, listAt, objectOf, textAt } from "../Json.ts"

/** How a value is written in a shell. `list` is of texts, by commas. */
export type Kind = "text" | "number" | "boolean" | "list" | "json"

/** A field that a flag can set. */
export interface Field {
  /** The names that lead to it: `["government", "year"]`. */
  readonly path: ReadonlyArray<string>
  /** The flag without dashes: `government.year`. */
  readonly flag: string
  readonly kind: Kind
  /** The only values that it may have, of a list the only items. */
  readonly values: ReadonlyArray<string>
  readonly isRequired: boolean
  readonly schema: JsonObject
}

/** A form of a request. Most requests have one; a geocode is `forward` or `reverse`. */
export interface Form {
  /** The fields that have one value in this form, by which it is told from the others. */
  readonly fixed: ReadonlyArray<Field>
  /** All others. */
  readonly fields: ReadonlyArray<Field>
}

const texts = (values: ReadonlyArray<unknown>): ReadonlyArray<string> =>
  values.filter((value) => typeof value === "string")

const alternatives = (schema: JsonObject) => listAt(schema, "anyOf").filter(isObject)

/** The schema without its alternative `null`: a shell leaves a field out. */
const withoutNull = (schema: JsonObject): JsonObject => {
  const others = alternatives(schema).filter((one) => one["type"] !== "null")
  const { anyOf: _, ...rest } = schema
  return others.length === 1 ? { ...others[0], ...rest } : schema
}

const typeOf = (schema: JsonObject): string | undefined =>
  textAt(schema, "type") ?? texts(listAt(schema, "type")).find((type) => type !== "null")

const kinds: Readonly<Record<string, Kind>> = {
  string: "text",
  number: "number",
  integer: "number",
  boolean: "boolean"
}

const kindOf = (schema: JsonObject): Kind => {
  const type = typeOf(schema) ?? ""
  if (type === "array" && typeOf(objectOf(schema["items"])) === "string") return "list"
  return kinds[type] ?? "json"
}

/** A field that this form ignores has no type. */
const isIgnored = (schema: JsonObject) =>
  typeOf(schema) === undefined && alternatives(schema).length === 0 && listAt(schema, "enum").length === 0

const fieldsOf = (
  schema: JsonObject,
  above: ReadonlyArray<string>,
  isNeeded: boolean
): ReadonlyArray<Field> => {
  const required = listAt(schema, "required")
  return Object.entries(objectOf(schema["properties"])).flatMap(([name, property]) => {
    const inner = withoutNull(objectOf(property))
    if (isIgnored(inner)) return []
    const path = [...above, name]
    const isRequired = isNeeded && required.includes(name)
    if (typeOf(inner) === "object" && isObject(inner["properties"])) return fieldsOf(inner, path, isRequired)
    const values = texts([...listAt(inner, "enum"), ...listAt(inner, "items", "enum")])
    return [{ path, flag: path.join("."), kind: kindOf(inner), values, isRequired, schema: inner }]
  })
}

const isFixed = ({ isRequired, kind, values }: Field) => isRequired && kind === "text" && values.length === 1

/** The forms of a request, in the order of its schema. */
export const formsOf = (schema: JsonObject): ReadonlyArray<Form> => {
  const branches = alternatives(schema)
  return (branches.length === 0 ? [schema] : branches).map((branch) => {
    const fields = fieldsOf(branch, [], true)
    return { fixed: fields.filter(isFixed), fields: fields.filter((field) => !isFixed(field)) }
  })
}

/** All fields of all forms by their flags. A flag that two forms have has the values of both. */
export const flagsOf = (forms: ReadonlyArray<Form>): ReadonlyMap<string, Field> => {
  const flags = new Map<string, Field>()
  for (const field of forms.flatMap(({ fixed, fields }) => [...fixed, ...fields])) {
    const known = flags.get(field.flag)
    const values = [...new Set([...(known?.values ?? []), ...field.values])]
    flags.set(field.flag, { ...(known ?? field), values })
  }
  return flags
}

/** The same flag in small letters with hyphens: `source-types` for `sourceTypes`. */
export const hyphenated = (flag: string): string =>
  flag.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const bounds = (low: unknown, high: unknown): string =>
  typeof low === "number" && typeof high === "number" ? `${low} to ${high}` : ""

const joined = (...parts: ReadonlyArray<string>) => parts.filter((part) => part !== "").join(" ")

/** What may stand there, in a few words: `number, -90 to 90`, `acs/acs1|acs/acs5`, `list of 1 to 20`. */
export const ruleOf = ({ kind, schema, values }: Field): string => {
  const isWhole = typeOf(schema) === "integer"
  const size = bounds(schema["minimum"], schema["maximum"])
  const rules: Readonly<Record<Kind, string>> = {
    text: values.length > 0 ? values.join("|") : schema["format"] === "date" ? "YYYY-MM-DD" : "text",
    number: joined(isWhole ? "whole number" : "number", size),
    boolean: "true|false",
    list: joined(
      "list",
      values.length > 0 ? `of ${values.join("|")}` : "",
      bounds(schema["minItems"], schema["maxItems"])
    ),
    json: "JSON"
  }
  const standard = schema["default"]
  return joined(rules[kind], standard === undefined ? "" : `(${JSON.stringify(standard)})`)
}

/** What the contract says of a field. */
export const aboutOf = ({ schema }: Field): string => textAt(schema, "description") ?? ""
