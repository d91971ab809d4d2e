/**
 * Proves the money: random histories and kills, each held to the rules of `prove/rules/Rules.ts`. Ends with one line of
 * counts, and fails where a rule was broken. Needs a PostgreSQL server (DATABASE_URL).
 */
import { readFileSync, writeFileSync } from "node:fs"
import { Clock, Effect, Option } from "effect"
import * as Histories from "./prove/history/Histories.ts"
import { killPoints } from "./prove/kills/KillPoint.ts"
import * as Kills from "./prove/kills/Kills.ts"
import * as Options from "./prove/Options.ts"
import * as Report from "./prove/Report.ts"
import * as Tally from "./prove/Tally.ts"
import { defaultServer } from "./prove/world/Database.ts"

/** Worlds of kills at a time: they mostly wait. */
const killLanes = 3

const server = process.env["DATABASE_URL"] ?? defaultServer
const redis = process.env["REDIS_URL"]

/** A line for each tenth of the way. */
const progress = (total: number, what: string) => (done: number) => {
  if (done % Math.ceil(total / 10) === 0 || done === total) console.error(`${done} of ${total} ${what}`)
}

const program = Effect.gen(function* () {
  const request = yield* Options.read(process.argv.slice(2))
  if (request._tag === "Help") {
    console.log(Options.usage)
    return 0
  }
  const { runs, kills, seed, lanes, path, first, document } = request.options
  const tally = Tally.make()
  console.error(`seed ${seed}`)
  const began = yield* Clock.currentTimeMillis
  // One after the other: together they are too many clients for a usual PostgreSQL.
  const told =
    runs === 0
      ? []
      : yield* Histories.run({
          runs,
          lanes,
          seed,
          path,
          first,
          server,
          redis,
          tally,
          progress: progress(runs, "histories")
        })
  const killed = yield* Kills.run({
    kills,
    points: killPoints,
    planted: [],
    seed,
    server,
    redis,
    tally,
    lanes: killLanes,
    progress: progress(kills, "kills")
  })
  const ended = yield* Clock.currentTimeMillis
  const date = new Date(ended).toISOString().slice(0, 10)
  const run: Report.Run = { seed, seconds: (ended - began) / 1000, date, tally }
  const violations = [...told, ...killed]
  for (const violation of violations) console.log(`VIOLATION\n${violation}\n`)
  for (const line of Report.lines(run)) console.log(line)
  console.log(Report.summary(run))
  if (Option.isSome(document) && violations.length === 0) {
    const page = document.value
    writeFileSync(page, Report.replace(readFileSync(page, "utf8"), Report.render(run)))
  }
  return violations.length === 0 ? 0 : 1
})

Effect.runPromise(program).then(
  (code) => process.exit(code),
  (error) => {
    console.error(error instanceof Error ? error.message : String(error))
    process.exit(2)
  }
)
