/**
 * The committed state of the local chain is what its source makes, byte for byte.
 */
import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { compile, directory } from "../../scripts/chain/Contracts.ts"
import { genesis } from "../../scripts/chain/Genesis.ts"

const committed = (name: string): unknown => JSON.parse(readFileSync(new URL(name, directory), "utf8"))

it("is made of its contracts' source: else run npx tsx scripts/chain.ts", { timeout: 60_000 }, () => {
  const artefact = compile()
  expect(committed("contracts.json")).toEqual(artefact)
  expect(committed("genesis.json")).toEqual(genesis(artefact))
})
