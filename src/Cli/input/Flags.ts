/**
 * A request from flags, as a shell has them: `--base EUR --currencies USD,GBP`.
 */
import { isObject, type JsonObject } from "../Json.ts"
import { either, UsageError } from "../Usage.ts"
import { type Field, type Form, flagsOf, formsOf } from "./Fields.ts"

/** What was written behind each flag, in its order. */
export type Written = ReadonlyMap<string, ReadonlyArray<string>>

const parsed = (flag: string, text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`--${flag} must be JSON, not ${JSON.stringify(text)}`)
  }
}

const isNumber = (text: string) => /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)

const valueOf = ({ flag, kind }: Field, written: ReadonlyArray<string>): unknown => {
  const [text = ""] = written
  if (kind === "list") {
    return text.startsWith("[") && written.length === 1
      ? parsed(flag, text)
      : written.flatMap((one) => one.split(",").map((item) => item.trim()))
  }
  if (written.length > 1) throw new UsageError(`--${flag} stands there ${written.length} times`)
  switch (kind) {
    case "text":
      return text
    case "json":
      return parsed(flag, text)
    case "boolean":
      if (text === "true" || text === "false") return text === "true"
      throw new UsageError(`--${flag} must be true or false, not ${JSON.stringify(text)}`)
    case "number":
      if (isNumber(text)) return Number(text)
      throw new UsageError(`--${flag} must be a number, not ${JSON.stringify(text)}`)
  }
}

/** The object with a value at the end of a path. */
const withValue = (
  object: JsonObject,
  [name = "", ...rest]: ReadonlyArray<string>,
  value: unknown
): JsonObject => {
  const inner = object[name]
  return {
    ...object,
    [name]: rest.length === 0 ? value : withValue(isObject(inner) ? inner : {}, rest, value)
  }
}

const knows = (written: Written) => (form: Form) => {
  const flags = [...form.fixed, ...form.fields].map(({ flag }) => flag)
  return [...written.keys()].every((flag) => flags.includes(flag))
}

const isFull = (written: Written) => (form: Form) =>
  form.fields.every(({ flag, isRequired }) => !isRequired || written.has(flag))

const isNamed = (written: Written) => (form: Form) =>
  form.fixed.every(({ flag, values }) => {
    const [named] = written.get(flag) ?? []
    return named === undefined || values.includes(named)
  })

const saying = ({ fixed }: Form) => fixed.map(({ flag, values }) => `--${flag} ${values[0]}`).join(" ")

/**
 * The form that is meant: the one that is named, else the one whose fields are there. Of a request in one form it is
 * that one, whatever is missing: the service says what, for nothing.
 */
const meant = (forms: ReadonlyArray<Form>, written: Written): Form => {
  const named = forms.filter(isNamed(written))
  const fitting = named.length > 1 ? named.filter(knows(written)) : named
  const full = fitting.length > 1 ? fitting.filter(isFull(written)) : fitting
  const [form] = full
  if (form !== undefined && full.length === 1) return form
  throw new UsageError(
    `it is not clear what is asked for`,
    `write ${either(forms.map(saying))}, and its fields`
  )
}

/** The request that the flags of a capability's schema say. */
export const requestOf = (schema: JsonObject, written: Written): JsonObject => {
  const forms = formsOf(schema)
  const form = meant(forms, written)
  const fixed = form.fixed.reduce<JsonObject>(
    (request, { path, values }) => withValue(request, path, values[0]),
    {}
  )
  const flags = flagsOf(forms)
  return [...written].reduce((request, [flag, texts]) => {
    const field = flags.get(flag)
    return field === undefined || form.fixed.some((one) => one.flag === flag)
      ? request
      : withValue(request, field.path, valueOf(field, texts))
  }, fixed)
}

/** A word as a shell takes it. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`

const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.join(",") : typeof value === "string" ? value : JSON.stringify(value)

/** The flags that say a request. */
export const flagsFor = (schema: JsonObject, request: JsonObject): string =>
  [...flagsOf(formsOf(schema)).values()]
    .flatMap(({ flag, path }) => {
      const value = path.reduce<unknown>(
        (inner, name) => (isObject(inner) ? inner[name] : undefined),
        request
      )
      return value === undefined || value === null ? [] : [`--${flag} ${shellWord(textOf(value))}`]
    })
    .join(" ")
