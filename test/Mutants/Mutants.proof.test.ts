/**
 * Every planted fault is killed by the test that is named for it, which passes without the fault when all tests are
 * run.
 */
import { expect, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { examineAll } from "../../scripts/mutants/Examine.ts"
import { mutants } from "../../scripts/mutants/mutants.ts"

class Problems extends Context.Tag("test/Problems")<Problems, ReadonlyMap<string, string | null>>() {}

const problems = Layer.effect(
  Problems,
  Effect.map(examineAll(mutants), (verdicts) => new Map(verdicts.map(({ name, problem }) => [name, problem])))
)

layer(problems, { excludeTestServices: true, timeout: "15 minutes" })("a planted fault is killed", (it) => {
  for (const { name, killedBy } of mutants) {
    it.effect(`${name}, by ${killedBy.file}`, () =>
      Effect.map(Problems, (problems) => expect(problems.get(name)).toBeNull())
    )
  }
})
