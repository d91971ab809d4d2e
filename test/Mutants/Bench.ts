/**
 * Runs tests with faults planted: one run of the test runner for many mutants. Each mutant has modules of its own, in
 * which its fault is planted; what comes from packages is loaded once for all of them.
 */
import { join, resolve } from "node:path"
import { Effect, Either } from "effect"
import { createVitest, type TestCase, type TestModule, type TestSuite, type Vitest } from "vitest/node"
import { type Mutant, type NamedTest, plant } from "./Mutant.ts"

/** What became of a mutant. `problem` is null when the named test has failed by an assertion. */
export interface Verdict {
  readonly name: string
  readonly problem: string | null
}

declare module "vitest" {
  export interface ProvidedContext {
    /** The mutants of a bench, by their names. */
    readonly planted: ReadonlyArray<string>
  }
}

type Plugin = NonNullable<NonNullable<Parameters<typeof createVitest>[2]>["plugins"]>[number]

/**
 * The fault that is planted at the moment, and which edits of each were loaded. `Planted.ts` asks for a mutant by
 * importing `planted:` and its name.
 */
const makeBed = (mutants: ReadonlyArray<Mutant>) => {
  const loaded = new Map<Mutant, Set<string>>(mutants.map((mutant) => [mutant, new Set()]))
  let present: Mutant | undefined
  let vitest: Vitest | undefined
  const put = (mutant: Mutant | undefined) => {
    for (const { file } of [...(present?.edits ?? []), ...(mutant?.edits ?? [])])
      vitest?.invalidateFile(resolve(file))
    present = mutant
  }
  const prefix = "\0planted:"
  const plugin: Plugin = {
    name: "planted-faults",
    enforce: "pre",
    configureVitest: (context) => {
      vitest = context.vitest
    },
    resolveId: (id: string) => (id.startsWith("planted:") ? `\0${id}` : undefined),
    load: (id: string) => {
      if (!id.startsWith(prefix)) return undefined
      put(mutants.find(({ name }) => encodeURIComponent(name) === id.slice(prefix.length)))
      return "export {}"
    },
    transform: (code: string, id: string) =>
      (present?.edits ?? [])
        .filter(({ file }) => resolve(file) === id)
        .reduce((code, edit) => {
          if (present !== undefined) loaded.get(present)?.add(edit.file)
          return Either.getOrThrowWith(plant(edit, code), (misplaced) => misplaced)
        }, code)
  }
  return {
    plugin,
    isLoaded: (mutant: Mutant) => mutant.edits.every(({ file }) => loaded.get(mutant)?.has(file) === true)
  }
}

/** The name of the one test, as the runner joins those of groups and test. */
const fullName = ({ killedBy, name }: { readonly killedBy: NamedTest; readonly name: string }) =>
  `${name} ${killedBy.test.replaceAll(" > ", " ")}`

/** A pattern for these tests and no other. */
const patternOf = (mutants: ReadonlyArray<Mutant>) =>
  `^(?:${mutants.map((mutant) => fullName(mutant).replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|")})$`

/** Faults outside of tests: a file that does not load, a service that does not start. */
const outside = (part: TestModule | TestSuite): ReadonlyArray<string> =>
  [...part.errors(), ...[...part.children.allSuites()].flatMap((suite) => suite.errors())].map(
    ({ message }) => message
  )

const ranIn = (part: TestSuite): ReadonlyArray<TestCase> =>
  [...part.children.allTests()].filter((test) => test.result().state !== "skipped")

/** Why the tests of a mutant are not the named test's failure by an assertion. */
const problemOf = (suite: TestSuite | undefined, isLoaded: boolean): string | null => {
  if (suite === undefined) return "nothing ran"
  const [fault] = outside(suite)
  if (fault !== undefined) return `nothing ran: ${fault}`
  const ran = ranIn(suite)
  const [test] = ran
  if (test === undefined || ran.length > 1) return `${ran.length} tests have the name`
  const { errors = [], state } = test.result()
  const [other] = errors.filter(({ name }) => name !== "AssertionError")
  if (other !== undefined) return `failed by no assertion: ${other.name}: ${other.message}`
  if (!isLoaded) return "the test does not load the file"
  return state === "failed" ? null : `survived: the test has ${state}`
}

/** Examines mutants one after the other. */
export const examine = (mutants: ReadonlyArray<Mutant>): Effect.Effect<ReadonlyArray<Verdict>> =>
  Effect.gen(function* () {
    const bed = makeBed(mutants)
    const vitest = yield* Effect.acquireRelease(
      Effect.promise(() =>
        createVitest(
          "test",
          {
            watch: false,
            // Else a failure that is wanted would be run first by the next run of all tests.
            cache: false,
            reporters: [{}],
            provide: { planted: mutants.map(({ name }) => name) },
            poolOptions: { forks: { minForks: 1, maxForks: 1 } }
          },
          { plugins: [bed.plugin] }
        )
      ),
      (vitest) => Effect.promise(() => vitest.close())
    )
    vitest.setGlobalTestNamePattern(patternOf(mutants))
    const file = join(import.meta.dirname, "Planted.ts")
    const { testModules, unhandledErrors } = yield* Effect.promise(() =>
      vitest.runTestSpecifications([vitest.getRootProject().createSpecification(file)])
    )
    const suites = new Map(
      testModules.flatMap((module) =>
        [...module.children.suites()].map((suite) => [suite.name, suite] as const)
      )
    )
    const [fault] = [
      ...testModules.flatMap((module) => module.errors().map(({ message }) => message)),
      ...unhandledErrors.map(String)
    ]
    return mutants.map((mutant) => ({
      name: mutant.name,
      problem:
        fault === undefined
          ? problemOf(suites.get(mutant.name), bed.isLoaded(mutant))
          : `nothing ran: ${fault}`
    }))
  }).pipe(Effect.scoped)
