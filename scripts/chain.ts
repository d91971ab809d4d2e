/**
 * Makes what the local chain starts from, out of the contracts' source:
 *
 *   npx tsx scripts/chain.ts
 *
 * A test (test/Chain/Genesis.test.ts) fails when the committed files are not what this makes.
 */
import { writeFileSync } from "node:fs"
import { compile, directory } from "./chain/Contracts.ts"
import { genesis } from "./chain/Genesis.ts"

const artefact = compile()
const files = { "contracts.json": artefact, "genesis.json": genesis(artefact) }

for (const [name, content] of Object.entries(files)) {
  writeFileSync(new URL(name, directory), `${JSON.stringify(content, null, 1)}\n`)
  console.log(`src/Sandbox/data/chain/${name}`)
}
