/**
 * Random histories of many buyers, with faults on every side, on a real PostgreSQL (DATABASE_URL). The seed is fixed:
 * what was right yesterday is asked again today. `npm run prove:money` draws others.
 */
import { Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import * as Findings from "../../scripts/prove/Findings.ts"
import * as Parts from "../../scripts/prove/parts/Parts.ts"
import * as Report from "../../scripts/prove/Report.ts"
import * as Tally from "../../scripts/prove/Tally.ts"
import * as Database from "../../scripts/prove/world/Database.ts"

const url = process.env["DATABASE_URL"] ?? ""
const redis = process.env["REDIS_URL"]
const seed = 402
const runs = 60

describe.skipIf(url === "")("random histories (DATABASE_URL)", () => {
  it(`${runs} of seed ${seed} break no rule`, { timeout: 600_000 }, async () => {
    const tally = Tally.make()
    const { all, found } = Findings.make(Findings.file)
    let ended = 0
    const run = await Effect.runPromise(
      Parts.run({
        runs,
        lanes: 2,
        seed,
        path: undefined,
        first: false,
        isEnough: () => true,
        planted: [],
        server: Database.serverAt(url),
        redis,
        tally,
        found,
        progress: () => {
          ended += 1
        }
      }).pipe(Effect.timeoutOption("590 seconds"))
    )
    expect(Option.isSome(run), `${ended} of ${runs} histories have ended; one stands still`).toBe(true)
    expect(all(), `each is in ${Findings.file}`).toEqual([])
    expect(tally.sum("history")).toBe(runs)
    // Histories in which nothing is sold, or nothing fails, prove nothing.
    expect(Report.faults(tally)).toBeGreaterThan(runs)
    expect(tally.sum("redelivered")).toBeGreaterThan(runs / 2)
  })
})
