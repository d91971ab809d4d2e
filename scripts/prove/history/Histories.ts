/**
 * Random histories: drawn, carried out, brought to their end and held to the rules. A violation is shrunk, and told
 * with what it takes to see it again.
 */
import { Effect, FastCheck } from "effect"
import * as Rules from "../rules/Rules.ts"
import type { Tally } from "../Tally.ts"
import type { Server } from "../world/Database.ts"
import { setting, steps } from "./Draw.ts"
import * as Facts from "./Facts.ts"
import * as History from "./History.ts"
import { perform } from "./Perform.ts"
import * as Pump from "./Pump.ts"
import { quiesce } from "./Quiesce.ts"
import * as Stage from "./Stage.ts"
import { describe, type Setting, type Step } from "./Step.ts"

/**
 * What is run, one history after the other in the same worlds. `path` leads to one history of a seed's.
 */
export interface Options {
  readonly runs: number
  readonly seed: number
  /** After a violation the rest is run with the seed that is so much greater. */
  readonly seedStep: number
  readonly path: string | undefined
  /** A violation is told as it was drawn, and not shrunk. */
  readonly first: boolean
  readonly server: Server
  /** A Redis server, by URL: replicas share it where there is one. */
  readonly redis: string | undefined
  readonly tally: Tally
  /** Told of after every history. */
  readonly progress: () => void
  /** Told of every violation: as it was drawn, and once it is shrunk. */
  readonly found: (violation: string) => void
}

/** Steps of a history at most. */
const longest = 14

/** Further executions for the shrinking of a violation. */
const shrinks = 60

/** Violations after which it is enough. */
const mostViolations = 5

/** How often a history is brought to its end at most. */
const mostTries = 3

/** Milliseconds of the world's clock between two histories: circuits close, windows end. */
const between = 65_000

/** What the commands know beforehand. */
interface Model {
  payments: number
}

type Command = FastCheck.AsyncCommand<Model, History.History>

const needsPayment = new Set<Step["_tag"]>(["Repeat", "Rename", "SignAnew", "Spoil", "Status", "Stranger"])

const command = (step: Step): Command => ({
  check: (model) => model.payments > 0 || !needsPayment.has(step._tag),
  run: async (model, history) => {
    await perform(history, step)
    model.payments = history.payments.length
  },
  toString: () => describe(step)
})

/** A line without its nonce. */
const kindOf = (line: string) => line.replace(/0x[0-9a-f]{8} /, "")

/** Lines, but for those that say the same as the one before. */
const brief = (lines: ReadonlyArray<string>) =>
  lines.flatMap((line, index) => {
    const isSame = (other: string | undefined) => other !== undefined && kindOf(other) === kindOf(line)
    if (!isSame(lines[index - 1])) return [line]
    return isSame(lines[index - 2]) ? [] : ["... and again"]
  })

/** A history that broke a rule. */
const broken = (found: ReadonlyArray<string>, history: History.History, log: ReadonlyArray<string>) =>
  new Error([...found, "", ...brief(history.journal.lines), "", ...log].join("\n"))

/** A call whose buyer has gone may reach the ledger late: what is still open then is brought to its end as well. */
const conclude = async (history: History.History) => {
  for (let tries = 1; ; tries += 1) {
    const hasEnded = await quiesce(history)
    const facts = await Facts.gather(history)
    const isOpen = facts.rows.some(
      ({ state }) => ["reserved", "settling"].includes(state) || (state === "unknown" && facts.hasNode)
    )
    if (tries === mostTries || !isOpen) return { hasEnded, facts }
  }
}

const count = (tally: Tally, facts: Facts.Facts) => {
  for (const row of facts.rows) tally.add("row", row.state)
  for (const { answer, way } of facts.calls) {
    tally.add("way", way)
    tally.add("answer", answer === undefined ? "none" : `${answer.status} ${answer.code ?? ""}`.trim())
  }
  tally.add("redelivered", "answers", facts.redelivered.size)
  const moved = facts.uses.filter(({ to }) => to !== undefined).map(({ nonce }) => nonce)
  for (const { nonce, state } of facts.rows) {
    if (state === "presumed_settled" && !moved.includes(nonce)) tally.add("presumed", "without a transfer")
    if (state === "presumed_settled" && moved.includes(nonce)) tally.add("presumed", "with its transfer")
    if (state === "unknown") tally.add("unknown", "without a node")
  }
}

/** What a check has come to: whether it has found something, and the histories that it has seen. */
interface Checked {
  readonly isFound: boolean
  readonly seen: number
}

type StageOf = Effect.Effect.Success<ReturnType<typeof Stage.stages>>

/** Histories of one seed, until one breaks a rule. */
const check = async (
  { first, found: tell, path, progress, tally }: Options,
  stageOf: StageOf,
  seed: number,
  runs: number
): Promise<Checked> => {
  let executed = 0
  let firstFailure: number | undefined

  const execute = async (setting: Setting, commands: Iterable<Command>) => {
    if (firstFailure !== undefined && executed > firstFailure + shrinks) return
    const { world, urls, services } = await stageOf(setting)
    executed += 1
    await Pump.pass(world, between)
    const history = History.begin(world, urls, `${seed}/${executed}`, executed, setting)
    await FastCheck.asyncModelRun(() => ({ model: { payments: 0 }, real: history }), commands)
    const { hasEnded, facts } = await conclude(history)
    const found = [...(hasEnded ? [] : ["it does not come to its end"]), ...Rules.violations(facts)]
    if (found.length > 0) {
      const log = services.flatMap(({ log }) => log.slice(-8))
      const error = broken(found, history, log)
      if (firstFailure === undefined) {
        firstFailure = executed
        tell(
          `seed ${seed}, history ${executed}, as it was drawn\nworld ${JSON.stringify(setting)}, steps ${String(commands)}\n${error.message}`
        )
      }
      throw error
    }
    // What nobody can decide any more would be looked at for ever.
    await world.run(world.query("DELETE FROM payments WHERE state = 'unknown'"))
    if (firstFailure !== undefined) return
    tally.add("history", Stage.nameOf(setting))
    count(tally, facts)
    progress()
  }

  const property = FastCheck.asyncProperty(
    setting,
    FastCheck.commands(
      steps.map((step) => step.map(command)),
      { maxCommands: longest, size: "max" }
    ),
    execute
  )
  const details = await FastCheck.check(property, {
    numRuns: runs,
    seed,
    endOnFailure: first,
    ...(path === undefined ? {} : { path })
  })
  if (!details.failed) return { isFound: false, seen: runs }
  tally.add("violation", "histories")
  if (first) return { isFound: true, seen: firstFailure ?? runs }
  const { counterexample, counterexamplePath, errorInstance, numShrinks } = details
  tell(
    [
      `seed ${seed}, path ${counterexamplePath ?? "none"}, shrunk ${numShrinks} times`,
      `world ${JSON.stringify(counterexample?.[0])}, steps ${String(counterexample?.[1])}`,
      errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
    ].join("\n")
  )
  return { isFound: true, seen: firstFailure ?? runs }
}

/** Runs histories, one after another. A violation ends a seed, not the run. */
export const run = (options: Options) =>
  Effect.scoped(
    Effect.gen(function* () {
      const { path, redis, seedStep, server, tally } = options
      const stageOf = yield* Stage.stages({ server, redis, tally })
      let { runs, seed } = options
      for (let violations = 0; runs > 0 && violations < mostViolations; ) {
        const { isFound, seen } = yield* Effect.promise(() => check(options, stageOf, seed, runs))
        if (!isFound || path !== undefined) return
        violations += 1
        runs -= seen
        seed += seedStep
      }
    })
  )
