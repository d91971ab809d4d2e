/**
 * Completion for fish.
 */
import { type Facts, quoted, shells } from "./Facts.ts"

export const fish = ({ called, capabilities, commands, named }: Facts): string => {
  const complete = (condition: string, rest: string) => `complete -c almanac -n ${quoted(condition)} ${rest}`
  const seen = (name: string) => `__fish_seen_subcommand_from ${name}`
  const option = (
    condition: string,
    name: string,
    about: string,
    short: string | undefined,
    takes: boolean
  ) =>
    complete(
      condition,
      `${short === undefined ? "" : `-s ${short} `}-l ${name} ${takes ? "-r " : ""}-d ${quoted(about)}`
    )
  return `${[
    "# almanac completions fish",
    "complete -c almanac -f",
    ...commands.map(({ about, name }) => complete("__fish_use_subcommand", `-a ${name} -d ${quoted(about)}`)),
    ...capabilities.map(({ id, name }) => complete(seen(named.join(" ")), `-a ${id} -d ${quoted(name)}`)),
    complete(seen("completions"), `-a ${quoted(shells.join(" "))}`),
    complete(seen("explain"), "-F"),
    ...commands.flatMap(({ name: command, options }) =>
      Object.entries(options).map(([name, { about, short, value }]) =>
        option(seen(command), name, about, short, value !== undefined)
      )
    ),
    ...capabilities.flatMap((one) =>
      one.fields.map(({ flag, values }) =>
        complete(
          `${seen(called.join(" "))}; and ${seen(one.id)}`,
          `-l ${flag} -r${values.length > 0 ? ` -a ${quoted(values.join(" "))}` : ""}`
        )
      )
    )
  ].join("\n")}\n`
}
