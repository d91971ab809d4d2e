/**
 * Every planted fault is killed by the test that is named for it, which passes without the fault in the same run of
 * all tests.
 */
import { readFileSync } from "node:fs"
import { expect, layer } from "@effect/vitest"
import { Context, Effect, Either, Layer } from "effect"
import { describe, it } from "vitest"
import { examineAll } from "./Examine.ts"
import { plant } from "./Mutant.ts"
import { mutants } from "./mutants.ts"
import { place, renderInto } from "./Render.ts"

class Problems extends Context.Tag("test/Problems")<Problems, ReadonlyMap<string, string | null>>() {}

/** One process, for the other tests want the machine as well. */
const problems = Layer.effect(
  Problems,
  Effect.map(
    examineAll(mutants, 1),
    (verdicts) => new Map(verdicts.map(({ name, problem }) => [name, problem]))
  )
)

describe("planted faults", () => {
  it("have names of their own", () => {
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
  })

  it("are planted in one place each, which is still there", () => {
    const misplaced = mutants.flatMap(({ name, edits }) =>
      edits.flatMap((edit) =>
        Either.match(plant(edit, readFileSync(edit.file, "utf8")), {
          onLeft: ({ message }) => [`${name}: ${message}`],
          onRight: () => []
        })
      )
    )
    expect(misplaced).toEqual([])
  })

  it("are in docs/money.md as npm run mutants writes them", () => {
    const page = readFileSync(place.page, "utf8")
    expect(renderInto(page)).toEqual(Either.right(page))
  })
})

layer(problems, { excludeTestServices: true, timeout: "15 minutes" })("a planted fault is killed", (it) => {
  for (const { name, killedBy } of mutants) {
    it.effect(`${name}, by ${killedBy.file}`, () =>
      Effect.map(Problems, (problems) => expect(problems.get(name)).toBeNull())
    )
  }
})
