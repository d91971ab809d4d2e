/**
 * The tests that are named for mutants, in a group for each mutant. Run by `Bench.ts`, which plants a mutant's fault
 * when this asks for it.
 */
import { resolve } from "node:path"
import { it, makeMethods } from "@effect/vitest"
import { describe, inject, vi } from "vitest"
import { mutants } from "./mutants.ts"

const names = new Set(inject("planted"))

for (const { killedBy, name } of mutants.filter(({ name }) => names.has(name))) {
  describe(name, async () => {
    vi.resetModules()
    makeMethods(it)
    await import(`planted:${encodeURIComponent(name)}`)
    try {
      await import(resolve(killedBy.file))
    } catch (error) {
      // Its own verdict: the other mutants are examined all the same.
      it(killedBy.test.replaceAll(" > ", " "), () => {
        throw error
      })
    }
  })
}
