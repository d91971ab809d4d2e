/**
 * Makes a composite's answer again from its saved outcomes (`OUTCOMES_DIR`), byte for byte, and explains it:
 *
 *     npm run explain -- outcomes.json          how it came about, then the answer's `data`
 *     npm run explain -- outcomes.json --data   the answer's `data` alone
 *
 * Exits with 0, or with 2 when the file cannot be read or holds no saved outcomes.
 */
import "./process/Pipe.ts"
import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { Either } from "effect"
import { remake, savedIn } from "../src/Cli/explain/Remake.ts"
import { objectFrom } from "../src/Cli/input/Input.ts"

const usage = "usage: npm run explain -- outcomes.json [--data]"

const fail = (message: string): never => {
  console.error(message)
  process.exit(2)
}

/** What goes wrong with the words or the file is a line, not a trace. */
const orFail = <A>(work: () => A, messageOf: (error: unknown) => string): A =>
  Either.getOrElse(Either.try(work), (error) => fail(messageOf(error)))

const messageIn = (error: unknown): string => (error instanceof Error ? error.message : String(error))

const { positionals, values } = orFail(
  () => parseArgs({ allowPositionals: true, options: { data: { type: "boolean", default: false } } }),
  (error) => `${messageIn(error)}\n${usage}`
)
const [file, ...more] = positionals
if (file === undefined || more.length > 0) fail(usage)
else {
  const text = orFail(
    () => readFileSync(file, "utf8"),
    (error) => `${file} cannot be read (${Object(error).code})`
  )
  const saved = savedIn(orFail(() => objectFrom(file, text), messageIn))
  if (typeof saved === "string") fail(`${file} holds no saved outcomes: ${saved}`)
  else {
    const { data, explanation } = remake(saved)
    if (!values.data) console.log(`${explanation.join("\n")}\n`)
    console.log(JSON.stringify(data))
  }
}
