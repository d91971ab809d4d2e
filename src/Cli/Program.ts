/**
 * The program: finds the command, runs it, and says how it ended.
 */
import { version } from "../Api/Version.ts"
import { AlmanacError } from "../Client/Errors.ts"
import { capabilities } from "../Client/generated/capabilities.ts"
import type { Command, Report } from "./Command.ts"
import { commands } from "./Commands.ts"
import { exitOf, exits } from "./Exit.ts"
import { ofCommand, overview } from "./Help.ts"
import { interruption, untilInterrupted } from "./Interrupted.ts"
import { type Arguments, read } from "./input/Arguments.ts"
import { type Field, flagsOf, formsOf } from "./input/Fields.ts"
import { capabilityNamed } from "./input/Named.ts"
import { destination } from "./output/Destination.ts"
import { type Failed, failureDocument, failureLines } from "./output/Failure.ts"
import { pageWidth } from "./output/Layout.ts"
import { lineJson, prettyJson } from "./output/Visible.ts"
import { programName, resumeCommand } from "./Resume.ts"
import { everywhere } from "./settings/Options.ts"
import type { Output, Terminal } from "./Terminal.ts"
import { Unwritten, UsageError, unknownName } from "./Usage.ts"

const commandOf = (name: string): Command => {
  const command = commands.find((one) => one.name === name)
  if (command !== undefined) return command
  if (name.startsWith("-")) throw new UsageError(`the command comes first, not ${name}`, "see: almanac help")
  throw unknownName(
    "command",
    name,
    commands.map((one) => one.name)
  )
}

const isHelp = (arg: string) => arg === "--help" || arg === "-h"

/** The fields that are flags of a command: those of the capability that it names. */
const fieldsOf = (command: Command, args: ReadonlyArray<string>): ReadonlyMap<string, Field> => {
  if (command.capability === undefined) return new Map()
  const word =
    args.find((arg) => capabilities.some(({ id }) => id === arg)) ?? args.find((arg) => !arg.startsWith("-"))
  if (word === undefined && args.some(isHelp)) return new Map()
  const { inputSchema } = capabilityNamed(word)
  return command.capability === "named" ? new Map() : flagsOf(formsOf(inputSchema))
}

const write = (out: Output, lines: ReadonlyArray<string>) =>
  out.write(lines.map((line) => `${line}\n`).join(""))

const help = async (args: ReadonlyArray<string>, terminal: Terminal): Promise<number> => {
  const [name] = args
  const width = pageWidth(terminal.out.width)
  const command = name === undefined ? undefined : commandOf(name)
  await write(
    terminal.out,
    command === undefined
      ? overview(commands, version, width)
      : ofCommand(command, fieldsOf(command, [...args.slice(1), "--help"]).values(), width)
  )
  return exits.answer
}

/** Whether the failure of a command that cannot be read is wanted as JSON. */
const wantsJson = (args: ReadonlyArray<string>) => args.includes("--json")

const fail = async (terminal: Terminal, failed: Failed, isJson: boolean): Promise<number> => {
  const [first = "", ...rest] = failureLines(failed)
  await write(terminal.err, [
    `${terminal.err.style("red", "almanac:")} ${first}`,
    ...rest.map((line) => `  ${line}`)
  ])
  // What cannot be written is told above.
  if (isJson) await terminal.out.write(`${lineJson(failureDocument(failed))}\n`).catch(() => {})
  return exitOf(failed.error)
}

/** How long a command that is interrupted may take to say where it stands, in milliseconds. */
const grace = 2_000

/** Ends with the command, or a moment after it was interrupted: some waits hear no signal. */
const orInterrupted = async (
  report: Promise<Report>,
  { pays = false }: Command,
  { interrupted }: Terminal
): Promise<Report> => {
  // It was heard of no key: what it has sent is in the journal.
  const error = pays
    ? new AlmanacError("ABORTED", "interrupted; almanac status lists what is not finished", {
        charged: "unknown"
      })
    : interruption()
  const late = new Promise<never>((_, reject) => {
    interrupted.addEventListener("abort", () => setTimeout(() => reject(error), grace).unref())
  })
  return Promise.race([report, late])
}

const textOf = ({ document, text }: Report, args: Arguments, out: Output): string => {
  if (!args.has("json") || document === undefined) return text
  return `${out.isTerminal ? prettyJson(document) : lineJson(document)}\n`
}

const execute = async (command: Command, args: Arguments, terminal: Terminal): Promise<number> => {
  const program = programName(terminal.environment)
  try {
    const into = await destination(args.get("output"), terminal.out)
    try {
      const { run } = await command.load()
      const readInput = () => untilInterrupted(terminal.interrupted, terminal.readInput())
      const heard = { ...terminal, readInput }
      const report = await orInterrupted(run({ args, terminal: heard, program, commands }), command, terminal)
      // Before the answer, which may not find room: they name the purchase.
      await write(terminal.err, report.notes ?? [])
      await into.write(textOf(report, args, terminal.out)).catch((error: unknown) => {
        throw error instanceof Error && report.bought !== undefined
          ? new Unwritten(error.message, report.bought)
          : error
      })
      return report.exit ?? exits.answer
    } catch (error) {
      await into.discard()
      throw error
    }
  } catch (error) {
    const isOpen =
      error instanceof Unwritten ||
      (error instanceof AlmanacError && error.key !== undefined && error.charged !== false)
    const resume = isOpen ? resumeCommand(program, error.key ?? "", args) : undefined
    return await fail(terminal, { error, resume, isFree: command.pays !== true }, args.has("json"))
  }
}

/** Runs the command that the arguments are; ends with its exit code. */
export const run = async (argv: ReadonlyArray<string>, terminal: Terminal): Promise<number> => {
  const [name, ...rest] = argv
  try {
    if (name === undefined) {
      await write(terminal.err, overview(commands, version, pageWidth(terminal.err.width)))
      return exits.usage
    }
    if (name === "help" || isHelp(name)) return await help(rest, terminal)
    if (name === "--version" || name === "-V") {
      await write(terminal.out, [version])
      return exits.answer
    }
    if (rest.some(isHelp))
      return await help(
        argv.filter((arg) => !isHelp(arg)),
        terminal
      )
    const command = commandOf(name)
    const args = read(rest, { ...command.options, ...everywhere }, fieldsOf(command, rest))
    return await execute(command, args, terminal)
  } catch (error) {
    return await fail(terminal, { error }, wantsJson(rest))
  }
}
