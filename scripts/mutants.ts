/**
 * Plants every fault of `scripts/mutants` in turn, and writes the table of them into docs/money.md. Fails when a fault is
 * not killed by its test. Arguments pick faults by a part of their names; the page is written all the same.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname } from "node:path"
import { Effect, Either } from "effect"
import { examineAll } from "./mutants/Examine.ts"
import { mutants } from "./mutants/mutants.ts"
import { place, renderInto } from "./mutants/Render.ts"

const wanted = process.argv.slice(2)
const chosen = mutants.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
if (chosen.length === 0) {
  console.error(`no planted fault has ${wanted.map((part) => `"${part}"`).join(" or ")} in its name`)
  process.exit(2)
}

const began = performance.now()
const verdicts = await Effect.runPromise(examineAll(chosen))
const alive = verdicts.filter(({ problem }) => problem !== null)

for (const { name, problem } of alive) console.log(`not killed: ${name}: ${problem}`)
const seconds = Math.round((performance.now() - began) / 1000)
console.log(
  `${verdicts.length} planted faults, ${verdicts.length - alive.length} killed, ${alive.length} not, in ${seconds} s`
)

mkdirSync(dirname(place.page), { recursive: true })
const text = existsSync(place.page)
  ? readFileSync(place.page, "utf8")
  : `# Money\n\n${place.begin}\n${place.end}\n`
Either.match(renderInto(text), {
  onLeft: (problem) => console.log(problem),
  onRight: (page) => writeFileSync(place.page, page)
})
if (alive.length > 0) process.exitCode = 1
