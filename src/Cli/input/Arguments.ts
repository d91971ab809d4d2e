/**
 * The arguments of a command, read by its options. What is unknown, empty or there twice is an error, never ignored.
 */
import { parseArgs } from "node:util"
import { UsageError, unknownName } from "../Usage.ts"
import { type Field, hyphenated } from "./Fields.ts"
import type { Written } from "./Flags.ts"

/** An option of a command. */
export interface Option {
  /** The name of its value, in help: `FILE`. Absent: it has none. */
  readonly value?: string
  readonly short?: string
  readonly about: string
  /** Words to choose from. */
  readonly values?: ReadonlyArray<string>
}
export type Options = Readonly<Record<string, Option>>

export interface Arguments {
  /** What stands there without a flag. */
  readonly words: ReadonlyArray<string>
  /** Options that are there without a value. */
  readonly has: (name: string) => boolean
  /** The value of an option. */
  readonly get: (name: string) => string | undefined
  /** The fields of a request, by their flags. */
  readonly written: Written
}

/** A number may begin with a hyphen; to the parser it then looks like an option. */
const joinNegative = (args: ReadonlyArray<string>, takesValue: (name: string) => boolean): Array<string> => {
  const joined: Array<string> = []
  for (const [index, arg] of args.entries()) {
    const before = args[index - 1] ?? ""
    const isValue = /^-\.?\d/.test(arg) && /^--[^=]+$/.test(before) && takesValue(before.slice(2))
    if (isValue) joined[joined.length - 1] = `${before}=${arg}`
    else joined.push(arg)
  }
  return joined
}

/** The flags of fields, in both spellings. */
const spellings = (fields: ReadonlyMap<string, Field>) =>
  new Map([...fields.keys()].flatMap((flag) => [[flag, flag] as const, [hyphenated(flag), flag] as const]))

/** Reads the arguments of a command; a capability's fields are flags too. */
export const read = (
  args: ReadonlyArray<string>,
  options: Options,
  fields: ReadonlyMap<string, Field> = new Map()
): Arguments => {
  const flags = spellings(fields)
  const names = [...flags.keys(), ...Object.keys(options)]
  const takesValue = (name: string) => flags.has(name) || options[name]?.value !== undefined
  const { tokens } = parseArgs({
    args: joinNegative(args, takesValue),
    strict: false,
    tokens: true,
    allowPositionals: true,
    options: Object.fromEntries(
      names.map((name) => {
        const short = options[name]?.short
        return [
          name,
          { type: takesValue(name) ? "string" : "boolean", ...(short === undefined ? {} : { short }) }
        ]
      })
    )
  })
  const values = new Map<string, string | undefined>()
  const written = new Map<string, ReadonlyArray<string>>()
  const words: Array<string> = []
  for (const token of tokens) {
    if (token.kind === "positional") words.push(token.value)
    if (token.kind !== "option") continue
    const { inlineValue, name, rawName, value } = token
    if (!names.includes(name))
      throw unknownName(
        "option",
        rawName,
        names.map((one) => `--${one}`)
      )
    if (takesValue(name) && (value === undefined || value === ""))
      throw new UsageError(`${rawName} needs a value`)
    // The parser takes the next option for it.
    if (inlineValue === false && value?.startsWith("-") === true && value !== "-")
      throw new UsageError(
        `${rawName} needs a value`,
        `if it begins with a hyphen, write ${rawName}=${value}`
      )
    if (!takesValue(name) && value !== undefined) throw new UsageError(`${rawName} takes no value`)
    const field = flags.get(name)
    if (field !== undefined) written.set(field, [...(written.get(field) ?? []), value ?? ""])
    else if (values.has(name)) throw new UsageError(`${rawName} stands there twice`)
    else values.set(name, value)
  }
  for (const [name, value] of values) {
    const allowed = options[name]?.values
    if (value !== undefined && allowed?.includes(value) === false)
      throw unknownName(`value of --${name},`, value, allowed)
  }
  return { words, has: (name) => values.has(name), get: (name) => values.get(name), written }
}
