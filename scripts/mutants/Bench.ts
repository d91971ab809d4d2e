/**
 * Runs tests with faults planted: one run of the test runner for many mutants. Each mutant has modules of its own, in
 * which its fault is planted; what comes from packages is loaded once for all of them.
 */
import { join, resolve } from "node:path"
import { Array, Effect, Either, Predicate } from "effect"
import { createVitest, type TestCase, type TestModule, type TestSuite, type Vitest } from "vitest/node"
import type { Mutant, NamedTest } from "./Mutant.ts"
import { plant } from "./Plant.ts"
import * as Sources from "./Sources.ts"

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

type Options = NonNullable<Parameters<typeof createVitest>[1]>
type Plugin = NonNullable<NonNullable<Parameters<typeof createVitest>[2]>["plugins"]>[number]

/** A mutant with the files that its fault changes, by their full paths. */
interface Planted {
  readonly mutant: Mutant
  readonly files: ReadonlyMap<string, string>
}

/**
 * The fault that is planted at the moment, and which files of each were loaded. `Planted.ts` asks for a mutant by
 * importing `planted:` and its name.
 */
const makeBed = (all: ReadonlyArray<Planted>) => {
  const loaded = new Map<Mutant, Set<string>>(all.map(({ mutant }) => [mutant, new Set()]))
  let present: Planted | undefined
  let vitest: Vitest | undefined
  const put = (planted: Planted | undefined) => {
    for (const path of [...(present?.files.keys() ?? []), ...(planted?.files.keys() ?? [])])
      vitest?.invalidateFile(path)
    present = planted
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
      put(all.find(({ mutant }) => encodeURIComponent(mutant.name) === id.slice(prefix.length)))
      return "export {}"
    },
    transform: (_: string, id: string) => {
      const code = present?.files.get(id)
      if (present !== undefined && code !== undefined) loaded.get(present.mutant)?.add(id)
      return code
    }
  }
  return {
    plugin,
    isLoaded: ({ mutant, files }: Planted) =>
      [...files.keys()].every((path) => loaded.get(mutant)?.has(path) === true)
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

/** An error that nothing caught comes from the other process without a prototype: `String` would throw. */
const messageOf = (error: unknown) =>
  `${Predicate.hasProperty(error, "message") ? error.message : "an unknown error"}${
    Predicate.hasProperty(error, "VITEST_TEST_NAME") ? `, in the test "${error.VITEST_TEST_NAME}"` : ""
  }`

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

/** Instead of the project's own configuration, whose tiers and processes are not for this. */
const configuration: Options = {
  config: false,
  watch: false,
  // Else a failure that is wanted would be run first by the next run of all tests.
  cache: false,
  reporters: [{}],
  include: ["scripts/mutants/Planted.ts"],
  setupFiles: ["test/support/setup/File.setup.ts"],
  // Properties are tried as often as in the tier that has the time.
  env: { TEST_TIER: "integration" },
  pool: "forks",
  poolOptions: { forks: { isolate: false, minForks: 1, maxForks: 1 } },
  // A test that takes too long has not failed by an assertion.
  testTimeout: 20_000,
  hookTimeout: 60_000
}

/** Runs the tests that are named for planted mutants: why each of these has not failed as it should, or null. */
const run = (planted: ReadonlyArray<Planted>): Effect.Effect<ReadonlyArray<Verdict>> =>
  Effect.gen(function* () {
    const mutants = planted.map(({ mutant }) => mutant)
    const bed = makeBed(planted)
    const vitest = yield* Effect.acquireRelease(
      Effect.promise(() =>
        createVitest(
          "test",
          { ...configuration, provide: { planted: mutants.map(({ name }) => name) } },
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
      ...unhandledErrors.map(messageOf)
    ]
    return planted.map((one) => ({
      name: one.mutant.name,
      problem:
        fault === undefined
          ? problemOf(suites.get(one.mutant.name), bed.isLoaded(one))
          : `nothing ran: ${fault}`
    }))
  }).pipe(Effect.scoped)

/** Examines mutants one after the other. */
export const examine = (mutants: ReadonlyArray<Mutant>): Effect.Effect<ReadonlyArray<Verdict>> => {
  const sources = Sources.read(".")
  const [misplaced, planted] = Array.partitionMap(mutants, (mutant) =>
    Either.mapBoth(plant(mutant.edits, sources), {
      onLeft: ({ message }): Verdict => ({ name: mutant.name, problem: message }),
      onRight: (codes): Planted => ({
        mutant,
        files: new Map([...codes].map(([file, code]) => [resolve(file), code]))
      })
    })
  )
  return Effect.map(run(planted), (verdicts) => [...misplaced, ...verdicts])
}
