/**
 * JSON Schemas of the OpenAPI document as types of TypeScript: the values as they stand in JSON.
 */
import { asRecord, isJson, type Json } from "../../src/Api/document/Json.ts"

/** What the schemas of the document consist of. Another keyword could mean something that a type has to tell. */
const known = new Set([
  ...[
    "$ref",
    "type",
    "enum",
    "anyOf",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "description"
  ],
  // A type does not tell them.
  ...["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "pattern", "format", "default"]
])

const refused = (schema: unknown) => new Error(`no type for the schema ${JSON.stringify(schema)}`)

const list = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

/** A comment in front of a declaration or a member; nothing without a text. */
export const comment = (text: unknown, indent: string): string =>
  typeof text === "string"
    ? `${indent}/** ${text.replaceAll("*/", "* /").replace(/\s*\n+\s*/g, " ")} */\n`
    : ""

/** How a schema is told: `named` is the type that a reference stands for, `optional` follows the type of a member that may be left out. */
export interface Manner {
  readonly named: (reference: string) => string
  readonly optional: "" | " | undefined"
}

const scalars: Readonly<Record<string, string>> = {
  string: "string",
  number: "number",
  integer: "number",
  boolean: "boolean",
  null: "null"
}

const object = (schema: Json, manner: Manner, indent: string): string => {
  const { additionalProperties, properties, required } = schema
  if (Object.keys(asRecord(properties)).length === 0) {
    const values = isJson(additionalProperties) ? type(additionalProperties, manner, indent) : "unknown"
    return `{ readonly [key: string]: ${values} }`
  }
  const inner = `${indent}  `
  const members = Object.entries(asRecord(properties)).map(([name, property]) => {
    const isRequired = list(required).includes(name)
    const value = type(property, manner, inner)
    const told = isRequired || value === "unknown" ? value : value + manner.optional
    return `${comment(asRecord(property)["description"], inner)}${inner}readonly ${name}${isRequired ? "" : "?"}: ${told}\n`
  })
  return `{\n${members.join("")}${indent}}`
}

const single = (name: unknown, schema: Json, manner: Manner, indent: string): string => {
  if (name === "array") return `ReadonlyArray<${type(schema["items"], manner, indent)}>`
  if (name === "object") return object(schema, manner, indent)
  const scalar = scalars[String(name)]
  if (scalar === undefined) throw refused(schema)
  return scalar
}

/** The type of a schema, an expression that may go over several lines. */
export const type = (schema: unknown, manner: Manner, indent = ""): string => {
  if (!isJson(schema) || Object.keys(schema).some((keyword) => !known.has(keyword))) throw refused(schema)
  const union = (members: ReadonlyArray<string>) => [...new Set(members)].join(" | ")
  if (typeof schema["$ref"] === "string") return manner.named(schema["$ref"])
  if (schema["enum"] !== undefined) return union(list(schema["enum"]).map((value) => JSON.stringify(value)))
  if (schema["anyOf"] !== undefined)
    return union(list(schema["anyOf"]).map((one) => type(one, manner, indent)))
  if (schema["type"] === undefined) return "unknown"
  return union([schema["type"]].flat().map((name) => single(name, schema, manner, indent)))
}
