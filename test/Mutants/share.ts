/** One process of several: examines the mutants that its arguments name, and writes a line of JSON for each. */
import { Effect } from "effect"
import * as Bench from "./Bench.ts"
import { mutants } from "./mutants.ts"

const names = new Set(process.argv.slice(2))

const examined = Effect.flatMap(Bench.make, (examine) =>
  Effect.forEach(
    mutants.filter(({ name }) => names.has(name)),
    (mutant) =>
      Effect.map(examine(mutant), (verdict) => process.stdout.write(`verdict ${JSON.stringify(verdict)}\n`)),
    { discard: true }
  )
)

void Effect.runPromise(Effect.scoped(examined))
