/**
 * Help texts.
 */
import type { Command } from "./Command.ts"
import type { Options } from "./input/Arguments.ts"
import type { Field } from "./input/Fields.ts"
import { fieldRows } from "./output/FieldRows.ts"
import { described } from "./output/Layout.ts"
import { everywhere } from "./settings/Options.ts"

const optionRows = (options: Options) =>
  Object.entries(options).map(([name, { about, short, value }]) => {
    const letters = short === undefined ? "" : `-${short}, `
    return [`${letters}--${name}${value === undefined ? "" : ` ${value}`}`, about] as const
  })

/** The lines of `almanac help`. */
export const overview = (
  commands: ReadonlyArray<Command>,
  version: string,
  width: number
): ReadonlyArray<string> => [
  `almanac ${version}: research and data, paid per call in USDC`,
  "",
  "  almanac COMMAND ...",
  "",
  ...described(
    commands.map(({ about, name, usage }) => [`${name} ${usage}`.trim(), about]),
    width
  ),
  "",
  "Every command:",
  ...described(optionRows(everywhere), width),
  "",
  "Exit codes: 0 answer, 1 fault, 2 usage, 3 refused here (budget, price, terms), 4 invalid or not found,",
  "5 payment refused, 6 try again later, 7 paid, or may be, without its answer, 130 interrupted.",
  "",
  "almanac help COMMAND tells more."
]

/** The lines of `almanac help COMMAND`; with the fields of a capability where one is named. */
export const ofCommand = (
  command: Command,
  fields: Iterable<Field>,
  width: number
): ReadonlyArray<string> => {
  const rows = fieldRows(fields)
  return [
    `almanac ${command.name} ${command.usage}`.trim(),
    "",
    `  ${command.about}`,
    "",
    ...(rows.length > 0 ? ["Fields:", ...described(rows, width), ""] : []),
    "Options:",
    ...described(optionRows({ ...command.options, ...everywhere }), width)
  ]
}
