/** One process of several: examines the mutants that its arguments name, and writes a line of JSON for each. */
import { Effect } from "effect"
import { examine } from "./Bench.ts"
import { mutants } from "./mutants.ts"

const names = new Set(process.argv.slice(2))

const examined = Effect.map(examine(mutants.filter(({ name }) => names.has(name))), (verdicts) => {
  for (const verdict of verdicts) process.stdout.write(`verdict ${JSON.stringify(verdict)}\n`)
})

void Effect.runPromise(examined)
