/**
 * The tests that are named for mutants, in a group for each mutant. Run by `Bench.ts`, which plants a mutant's fault
 * when this asks for it.
 */
import { it, makeMethods } from "@effect/vitest"
import { Either } from "effect"
import { describe, inject, vi } from "vitest"
import { mutants } from "./mutants.ts"
import { testFile } from "./TestFile.ts"

const names = new Set(inject("planted"))

for (const { killedBy, name } of mutants.filter(({ name }) => names.has(name))) {
  describe(name, async () => {
    vi.resetModules()
    makeMethods(it)
    await import(`planted:${encodeURIComponent(name)}`)
    try {
      await import(Either.getOrThrowWith(testFile(killedBy.file), (problem) => new Error(problem)))
    } catch (error) {
      // Its own verdict: the other mutants are examined all the same.
      it(killedBy.test.replaceAll(" > ", " "), () => {
        throw error
      })
    }
  })
}
