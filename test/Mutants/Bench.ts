/**
 * Runs a test with a fault planted: one instance of the test runner for many mutants, so that what is not changed is
 * compiled once. Each run has a process of its own, as every test file has.
 */
import { resolve } from "node:path"
import { Effect, Either } from "effect"
import { createVitest, type TestModule, type Vitest } from "vitest/node"
import { type Mutant, type NamedTest, plant } from "./Mutant.ts"

/** What became of a mutant. `problem` is null when the named test has failed by an assertion. */
export interface Verdict {
  readonly name: string
  readonly problem: string | null
}

type Plugin = NonNullable<NonNullable<Parameters<typeof createVitest>[2]>["plugins"]>[number]

/** The fault that is planted at the moment, and which of its edits were loaded. */
const makeBed = () => {
  let present: Mutant | undefined
  const loaded = new Set<string>()
  const plugin: Plugin = {
    name: "planted-faults",
    enforce: "pre",
    transform: (code: string, id: string) =>
      (present?.edits ?? [])
        .filter(({ file }) => resolve(file) === id)
        .reduce((code, edit) => {
          loaded.add(edit.file)
          return Either.getOrThrowWith(plant(edit, code), (misplaced) => misplaced)
        }, code)
  }
  const put = (mutant: Mutant, vitest: Vitest) => {
    for (const { file } of [...(present?.edits ?? []), ...mutant.edits]) vitest.invalidateFile(resolve(file))
    present = mutant
    loaded.clear()
  }
  return { plugin, put, isLoaded: ({ edits }: Mutant) => edits.every(({ file }) => loaded.has(file)) }
}

/** A pattern for the one test: the runner joins the names of groups and test by blanks. */
const patternOf = ({ test }: NamedTest) =>
  `^${test.replaceAll(" > ", " ").replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`

/** Faults outside of tests: a file that does not load, a service that does not start. */
const outside = (module: TestModule): ReadonlyArray<string> =>
  [...module.errors(), ...[...module.children.allSuites()].flatMap((suite) => suite.errors())].map(
    ({ message }) => message
  )

/** Why a run is not the named test's failure by an assertion. */
const problemOf = (module: TestModule | undefined, isLoaded: boolean): string | null => {
  if (module === undefined) return "no such test file"
  const [fault] = outside(module)
  if (fault !== undefined) return `nothing ran: ${fault}`
  const ran = [...module.children.allTests()].filter((test) => test.result().state !== "skipped")
  const [test] = ran
  if (test === undefined || ran.length > 1) return `${ran.length} tests have the name`
  if (!isLoaded) return "the test does not load the file"
  const { errors = [], state } = test.result()
  if (state !== "failed") return `survived: the test has ${state}`
  const [other] = errors.filter(({ name }) => name !== "AssertionError")
  return other === undefined ? null : `failed by no assertion: ${other.name}: ${other.message}`
}

/** A bench for as long as its scope is open. */
export const make = Effect.gen(function* () {
  const bed = makeBed()
  const vitest = yield* Effect.acquireRelease(
    Effect.promise(() =>
      createVitest(
        "test",
        {
          watch: false,
          // Else a failure that is wanted would be run first by the next run of all tests.
          cache: false,
          reporters: [{}],
          poolOptions: { forks: { minForks: 1, maxForks: 1 } }
        },
        { plugins: [bed.plugin] }
      )
    ),
    (vitest) => Effect.promise(() => vitest.close())
  )
  return (mutant: Mutant): Effect.Effect<Verdict> =>
    Effect.promise(async () => {
      const { file } = mutant.killedBy
      bed.put(mutant, vitest)
      vitest.setGlobalTestNamePattern(patternOf(mutant.killedBy))
      const specification = vitest.getRootProject().createSpecification(resolve(file))
      const { testModules } = await vitest.runTestSpecifications([specification])
      const module = testModules.find(({ moduleId }) => moduleId === resolve(file))
      return { name: mutant.name, problem: problemOf(module, bed.isLoaded(mutant)) }
    })
})
