/**
 * Arguments as models write them: a number as a text, a list as its JSON or with commas. They become what the tool's
 * schema wants where that leaves no doubt, and are judged afterwards as those of HTTP are, which stays strict.
 */
import { isObject } from "../../Client/Json.ts"
import type { Json } from "./CompactSchema.ts"

/** A decimal number and nothing else: no blank, no hexadecimal. */
const number = /^-?(?:0|[1-9]\d{0,15})(?:\.\d{1,15})?$/

/** The value of JSON text of one kind; `undefined` when it is none. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const list = (text: string): unknown => {
  if (text.trimStart().startsWith("[")) {
    const value = parsed(text)
    return Array.isArray(value) ? value : text
  }
  const items = text.split(",").map((item) => item.trim())
  return items.includes("") ? text : items
}

const record = (text: string): unknown => {
  const value = parsed(text)
  return isObject(value) ? value : text
}

const scalar = (value: string, type: unknown): unknown => {
  if (type === "number" || type === "integer") {
    const text = value.trim()
    return number.test(text) ? Number(text) : value
  }
  if (type === "boolean") return value === "true" || (value === "false" ? false : value)
  return value
}

/** A value as its schema wants it, where it can be read so; any other stays as it is. */
const coerced = (value: unknown, schema: Json): unknown => {
  const { items, properties, type } = schema
  const read =
    typeof value === "string"
      ? type === "array"
        ? list(value)
        : type === "object"
          ? record(value)
          : scalar(value, type)
      : value
  if (type === "array" && Array.isArray(read) && isObject(items))
    return read.map((item) => coerced(item, items))
  return isObject(read) && isObject(properties) ? fields(read, properties) : read
}

/** The fields of an object by their schemas; those without one stay. */
const fields = (value: Json, properties: Json): Json =>
  // Not by assignment: a field may be called `__proto__`.
  Object.fromEntries(
    Object.entries(value).map(([name, inner]) => {
      const schema = Object.hasOwn(properties, name) ? properties[name] : undefined
      return [name, isObject(schema) ? coerced(inner, schema) : inner]
    })
  )

/** The arguments of a call, read by the tool's input schema. */
export const read = (given: Json, { properties }: Json): Json =>
  isObject(properties) ? fields(given, properties) : given
