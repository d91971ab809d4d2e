/**
 * Random histories: drawn, carried out, brought to their end and held to the rules. A violation is shrunk, and told
 * with what it takes to see it again.
 */
import { Effect, FastCheck } from "effect"
import * as Rules from "../rules/Rules.ts"
import type { Tally } from "../Tally.ts"
import { setting, steps } from "./Draw.ts"
import * as Facts from "./Facts.ts"
import * as History from "./History.ts"
import { perform } from "./Perform.ts"
import * as Pump from "./Pump.ts"
import { quiesce } from "./Quiesce.ts"
import * as Stage from "./Stage.ts"
import { describe, type Setting, type Step } from "./Step.ts"

/**
 * What is run: `lanes` parts of it at a time, each in worlds of its own and with the next seed. `path` leads to one
 * history of a seed's.
 */
export interface Options {
  readonly runs: number
  readonly lanes: number
  readonly seed: number
  readonly path: string | undefined
  /** Ends with the first violation, as it was drawn. */
  readonly first: boolean
  readonly server: string
  /** A Redis server, by URL: replicas share it where there is one. */
  readonly redis: string | undefined
  readonly tally: Tally
  /** Told of after every so many histories. */
  readonly progress: (histories: number) => void
}

/** Steps of a history at most. */
const longest = 14

/** Further executions for the shrinking of a violation. */
const shrinks = 60

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
  for (const { answer } of facts.calls) {
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

/** One after another; the violation, if there is one. */
const lane = ({ first, path, progress, redis, runs, seed, server, tally }: Omit<Options, "lanes">) =>
  Effect.scoped(
    Effect.gen(function* () {
      const stageOf = yield* Stage.stages({ server, redis, tally })
      let executed = 0
      let failures = 0
      let firstFailure = 0

      const execute = async (setting: Setting, commands: Iterable<Command>) => {
        if (failures > 0 && executed > firstFailure + shrinks) return
        const { world, urls, services } = await stageOf(setting)
        executed += 1
        await Pump.pass(world, between)
        const history = History.begin(world, urls, `${seed}/${executed}`, executed, setting)
        await FastCheck.asyncModelRun(() => ({ model: { payments: 0 }, real: history }), commands)
        const { hasEnded, facts } = await conclude(history)
        const found = [...(hasEnded ? [] : ["it does not come to its end"]), ...Rules.violations(facts)]
        if (found.length > 0) {
          if (failures === 0) firstFailure = executed
          failures += 1
          throw broken(
            found,
            history,
            services.flatMap(({ log }) => log.slice(-8))
          )
        }
        // What nobody can decide any more would be looked at for ever.
        await world.run(world.query("DELETE FROM payments WHERE state = 'unknown'"))
        if (failures > 0) return
        tally.add("history", Stage.nameOf(setting))
        count(tally, facts)
        progress(tally.sum("history"))
      }

      const property = FastCheck.asyncProperty(
        setting,
        FastCheck.commands(
          steps.map((step) => step.map(command)),
          { maxCommands: longest, size: "max" }
        ),
        execute
      )
      const details = yield* Effect.promise(() =>
        FastCheck.check(property, {
          numRuns: runs,
          seed,
          endOnFailure: first,
          ...(path === undefined ? {} : { path })
        })
      )
      if (!details.failed) return undefined
      tally.add("violation", "histories")
      return [
        `seed ${details.seed}, path ${details.counterexamplePath ?? "none"}, shrunk ${details.numShrinks} times`,
        `world ${JSON.stringify(details.counterexample?.[0])}, steps ${String(details.counterexample?.[1])}`,
        details.errorInstance instanceof Error ? details.errorInstance.message : String(details.errorInstance)
      ].join("\n")
    })
  )

/** Runs histories; the violations, each the text that tells of it. */
export const run = ({ lanes, ...options }: Options) =>
  Effect.map(
    Effect.all(
      Array.from({ length: lanes }, (_, index) =>
        lane({
          ...options,
          seed: options.seed + index,
          runs: Math.floor((options.runs + index) / lanes)
        })
      ),
      { concurrency: "unbounded" }
    ),
    (found) => found.filter((violation) => violation !== undefined)
  )
