/**
 * What completion scripts know. They are static: to complete asks nobody.
 */
import type { Capability } from "../../Client/Capability.ts"
import type { Command } from "../Command.ts"
import type { Options } from "../input/Arguments.ts"
import { type Field, flagsOf, formsOf } from "../input/Fields.ts"
import { everywhere } from "../settings/Options.ts"

export const shells = ["bash", "zsh", "fish"] as const
export type Shell = (typeof shells)[number]

export interface Facts {
  readonly commands: ReadonlyArray<Pick<Command, "name" | "about"> & { readonly options: Options }>
  /** The commands that take a capability, and those that take its fields too. */
  readonly named: ReadonlyArray<string>
  readonly called: ReadonlyArray<string>
  readonly capabilities: ReadonlyArray<
    Pick<Capability, "id" | "name"> & { readonly fields: ReadonlyArray<Field> }
  >
  /** The words that a flag may have for its value. */
  readonly choices: ReadonlyMap<string, ReadonlyArray<string>>
}

/** Options whose value is a file. */
export const files = ["--output", "-o", "--wallet"]

export const factsOf = (commands: ReadonlyArray<Command>, capabilities: ReadonlyArray<Capability>): Facts => {
  const known = capabilities.map(({ id, inputSchema, name }) => ({
    id,
    name,
    fields: [...flagsOf(formsOf(inputSchema)).values()]
  }))
  const choices = new Map<string, ReadonlyArray<string>>()
  for (const { flag, values } of known.flatMap(({ fields }) => fields)) {
    if (values.length > 0)
      choices.set(`--${flag}`, [...new Set([...(choices.get(`--${flag}`) ?? []), ...values])])
  }
  return {
    commands: commands.map(({ about, name, options }) => ({
      name,
      about,
      options: { ...options, ...everywhere }
    })),
    named: commands.filter(({ capability }) => capability !== undefined).map(({ name }) => name),
    called: commands.filter(({ capability }) => capability === "with fields").map(({ name }) => name),
    capabilities: known,
    choices
  }
}

/** The long names of options. */
export const longNames = (options: Options): ReadonlyArray<string> =>
  Object.keys(options).map((name) => `--${name}`)

/** A text within single quotes of a shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`
