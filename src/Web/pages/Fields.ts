/**
 * A JSON Schema as a table of fields for people.
 */
import * as Predicate from "effect/Predicate"
import { type Element, h, type Markup } from "../Markup.ts"

type Json = { readonly [keyword: string]: unknown }

/** A field: the path of its name (`results[].title`), what it holds, and what it means. */
export interface Field {
  readonly name: string
  readonly required: boolean
  readonly kind: string
  readonly meaning: string
}

const isJson = (value: unknown): value is Json => Predicate.isRecord(value)
const schemas = (value: unknown): ReadonlyArray<Json> => (Array.isArray(value) ? value.filter(isJson) : [])
const texts = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value) ? value.filter(Predicate.isString) : []

/** Replaces a reference to a definition of the same schema. */
const resolved = (root: Json, schema: Json): Json => {
  const [, name] = /^#\/\$defs\/(.+)$/.exec(String(schema["$ref"])) ?? []
  const definition = name !== undefined && isJson(root["$defs"]) ? root["$defs"][name] : undefined
  return isJson(definition) ? { ...resolved(root, definition), ...schema } : schema
}

/** The forms of a value, without null. */
const formsOf = (root: Json, schema: Json): ReadonlyArray<Json> => {
  const own = resolved(root, schema)
  const forms = schemas(own["anyOf"] ?? own["oneOf"])
  return forms.length === 0
    ? [own]
    : forms.flatMap((form) => formsOf(root, form)).filter((form) => form["type"] !== "null")
}

const takesNull = (root: Json, schema: Json): boolean => {
  const own = resolved(root, schema)
  return own["type"] === "null" || schemas(own["anyOf"] ?? own["oneOf"]).some((form) => takesNull(root, form))
}

/** The bounds of a number, a length or a count; the largest integers are none. */
const bounds = (least: unknown, most: unknown, unit: string): string => {
  const [from, to] = [least, most].map((bound) =>
    typeof bound === "number" && Math.abs(bound) < Number.MAX_SAFE_INTEGER ? bound : undefined
  )
  if (from !== undefined && to !== undefined) return `, ${from === to ? from : `${from} to ${to}`}${unit}`
  if (to !== undefined) return `, at most ${to}${unit}`
  return from !== undefined && from !== 0 ? `, at least ${from}${unit}` : ""
}

const kindOfForm = (root: Json, form: Json): string => {
  if (Array.isArray(form["enum"]))
    return `one of ${form["enum"].map((one) => JSON.stringify(one)).join(", ")}`
  if (form["const"] !== undefined) return JSON.stringify(form["const"])
  switch (form["type"]) {
    case "string":
      if (form["format"] === "date") return "date"
      if (form["format"] === "date-time") return "moment"
      return `text${bounds(form["minLength"], form["maxLength"], " characters")}`
    case "array": {
      const items = isJson(form["items"]) ? kindOf(root, form["items"]) : "values"
      return `list of ${items}${bounds(form["minItems"], form["maxItems"], " of them")}`
    }
    case "object": {
      const values = form["additionalProperties"]
      return isJson(values) ? `object, each value ${kindOf(root, values)}` : "object"
    }
    case "integer":
    case "number":
      return `${form["type"]}${bounds(form["minimum"], form["maximum"], "")}`
    default:
      return typeof form["type"] === "string" ? form["type"] : "any value"
  }
}

const kindOf = (root: Json, schema: Json): string =>
  [...new Set(formsOf(root, schema).map((form) => kindOfForm(root, form)))].join(" or ")

/** The names of the fields of an object, or of those in a list. */
const fieldsWithin = (root: Json, schema: Json, path: string): ReadonlyArray<Field> =>
  formsOf(root, schema).flatMap((form) => {
    if (form["type"] === "array" && isJson(form["items"]))
      return fieldsWithin(root, form["items"], `${path}[]`)
    const properties = isJson(form["properties"]) ? form["properties"] : {}
    const required = texts(form["required"])
    return Object.entries(properties).flatMap(([key, property]) => {
      if (!isJson(property)) return []
      const name = path === "" ? key : `${path}.${key}`
      const own = resolved(root, property)
      const [first] = formsOf(root, property)
      return [
        {
          name,
          required: required.includes(key),
          kind: `${kindOf(root, property)}${takesNull(root, property) ? ", or null" : ""}`,
          meaning: String(own["description"] ?? first?.["description"] ?? "")
        },
        ...fieldsWithin(root, property, name)
      ]
    })
  })

/** The fields of an object's schema, those within others after them. Variants of one object are put together. */
export const fieldsOf = (schema: Json): ReadonlyArray<Field> => [
  ...new Map(fieldsWithin(schema, schema, "").map((field) => [field.name, field])).values()
]

/** A dotted name may break at its dots. */
const breakable = (name: string): ReadonlyArray<Markup> =>
  name.split(/(?=\.)/).flatMap((part, at) => (at === 0 ? [part] : [h("wbr"), part]))

const row = ({ kind, meaning, name, required }: Field): Element =>
  h(
    "tr",
    {},
    h("th", { scope: "row" }, h("code", {}, ...breakable(name)), required ? [] : h("small", {}, " optional")),
    h("td", {}, kind),
    h("td", {}, meaning)
  )

/** The fields as a table. */
export const fieldTable = (caption: string, schema: Json): Element =>
  h(
    "table",
    { class: "fields" },
    h("caption", {}, caption),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        ["Field", "Holds", "Meaning"].map((text) => h("th", { scope: "col" }, text))
      )
    ),
    h("tbody", {}, fieldsOf(schema).map(row))
  )
