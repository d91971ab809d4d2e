/**
 * Proves the money: random histories and kills, each held to the rules of `prove/rules/Rules.ts`. Ends with one line of
 * counts, and fails where a rule was broken. Needs a PostgreSQL server (DATABASE_URL).
 */
import { spawnSync } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { cpus, loadavg } from "node:os"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Cause, Clock, Effect, Option } from "effect"
import * as Findings from "./prove/Findings.ts"
import { killPoints } from "./prove/kills/KillPoint.ts"
import * as Options from "./prove/Options.ts"
import * as Parts from "./prove/parts/Parts.ts"
import * as Report from "./prove/Report.ts"
import * as Tally from "./prove/Tally.ts"
import { defaultServer, serverAt } from "./prove/world/Database.ts"

/** Worlds of kills at a time, at least: they mostly wait. */
const fewestKillLanes = 3

const server = serverAt(process.env["DATABASE_URL"] ?? defaultServer)
const redis = process.env["REDIS_URL"]

/** A line for each fiftieth of the way: to be told of each that is done. */
const progress = (total: number, what: string) => {
  let done = 0
  return () => {
    done += 1
    if (done % Math.ceil(total / 50) === 0 || done === total) console.error(`${done} of ${total} ${what}`)
  }
}

/** The commit of what is run; `-dirty` where something is not committed. */
const commitNow = () =>
  spawnSync("git", ["describe", "--always", "--dirty"], { encoding: "utf8" }).stdout?.trim() || "none"

/** The machine, and how busy it was. */
const machineNow = () =>
  `${cpus().length} cores of ${cpus()[0]?.model.trim()}, a load of ${loadavg()[2]?.toFixed(1)} in the last 15 minutes`

/** Loaded where there are kills: the compiler comes with them, which plants faults. */
const loadKills = Effect.promise(() => import("./prove/kills/Kills.ts"))

const program = Effect.gen(function* () {
  const request = yield* Options.read(process.argv.slice(2))
  if (request._tag === "Help") {
    console.log(Options.usage)
    return 0
  }
  const { runs, kills, seed, lanes, path, first, document, log } = request.options
  const tally = Tally.make()
  const { found, all } = Findings.make(log)
  const commit = commitNow()
  console.error(`seed ${seed}, commit ${commit}`)
  const began = yield* Clock.currentTimeMillis
  // One after the other: together they are too many clients for a usual PostgreSQL.
  if (runs > 0) {
    yield* Parts.run({
      runs,
      lanes: path === undefined ? Math.min(lanes, runs) : 1,
      seed,
      path,
      first,
      isEnough: () => true,
      planted: [],
      server,
      redis,
      tally,
      found,
      progress: progress(runs, "histories")
    })
  }
  if (kills > 0) {
    const Kills = yield* loadKills
    yield* Kills.run({
      kills,
      points: killPoints,
      planted: [],
      seed,
      server,
      redis,
      tally,
      found,
      lanes: Math.max(fewestKillLanes, lanes),
      progress: progress(kills, "kills")
    })
  }
  const ended = yield* Clock.currentTimeMillis
  const date = new Date(ended).toISOString().slice(0, 10)
  const run: Report.Run = {
    seed,
    seconds: (ended - began) / 1000,
    date,
    place: `commit ${commit}, ${machineNow()}`,
    tally
  }
  const violations = all()
  for (const violation of violations) console.log(`VIOLATION\n${violation}\n`)
  for (const line of Report.lines(run)) console.log(line)
  console.log(Report.summary(run))
  if (Option.isSome(document) && violations.length === 0) {
    const page = document.value
    writeFileSync(page, Report.replace(readFileSync(page, "utf8"), Report.render(run)))
  }
  return violations.length === 0 ? 0 : 1
})

// Whoever stops it (Ctrl-C) finds none of its databases and processes left.
program.pipe(
  Effect.catchAllCause((cause) =>
    Cause.isInterruptedOnly(cause)
      ? Effect.failCause(cause)
      : Effect.as(
          Effect.sync(() => {
            const error = Cause.squash(cause)
            console.error(error instanceof Error ? error.message : String(error))
          }),
          2
        )
  ),
  Effect.tap((code) => Effect.sync((): void => process.exit(code))),
  NodeRuntime.runMain({ disableErrorReporting: true })
)
