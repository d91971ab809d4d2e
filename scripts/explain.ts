/**
 * Makes a composite's answer again from its saved outcomes (`OUTCOMES_DIR`), byte for byte, and explains it:
 *
 *     npm run explain -- outcomes.json          how it came about, then the answer's `data`
 *     npm run explain -- outcomes.json --data   the answer's `data` alone
 */
import "./process/Pipe.ts"
import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { Either, ParseResult, Schema } from "effect"
import { remake } from "../src/Cli/explain/Remake.ts"
import { Saved } from "../src/Composites/SavedOutcomes.ts"

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { data: { type: "boolean", default: false } }
})

const fail = (message: string): never => {
  console.error(message)
  process.exit(1)
}

const [file] = positionals
if (file === undefined) fail("usage: npm run explain -- outcomes.json [--data]")

const saved = Schema.decodeUnknownEither(Schema.parseJson(Saved))(readFileSync(file ?? "", "utf8"))
if (Either.isLeft(saved))
  fail(`${file} holds no saved outcomes:\n${ParseResult.TreeFormatter.formatErrorSync(saved.left)}`)
else {
  const { explanation, data } = remake(saved.right)
  if (!values.data) console.log(`${explanation.join("\n")}\n`)
  console.log(JSON.stringify(data))
}
