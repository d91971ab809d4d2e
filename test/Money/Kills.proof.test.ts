/**
 * `kill -9` of a real process at every step of a purchase, on a real PostgreSQL (DATABASE_URL): another process takes
 * over, and what is left keeps the rules. With a fault planted in those processes it does not, and the proof says so.
 */
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { killed } from "../../scripts/mutants/faults/Killed.ts"
import type { Edit } from "../../scripts/mutants/Mutant.ts"
import * as Findings from "../../scripts/prove/Findings.ts"
import { type KillPoint, killPoints } from "../../scripts/prove/kills/KillPoint.ts"
import * as Kills from "../../scripts/prove/kills/Kills.ts"
import * as Tally from "../../scripts/prove/Tally.ts"
import * as Database from "../../scripts/prove/world/Database.ts"

const url = process.env["DATABASE_URL"] ?? ""
const redis = process.env["REDIS_URL"]
const seed = 402

/** Each of the points once: the violations, and the counts. */
const kill = async (points: ReadonlyArray<KillPoint>, planted: ReadonlyArray<Edit>) => {
  const tally = Tally.make()
  const { all, found } = Findings.make(planted.length === 0 ? Findings.file : undefined)
  await Effect.runPromise(
    Kills.run({
      kills: points.length,
      points,
      planted,
      seed,
      server: Database.serverAt(url),
      redis,
      tally,
      found,
      lanes: 3,
      progress: () => {}
    })
  )
  return { violations: all(), tally }
}

describe.skipIf(url === "")("a process that is killed (DATABASE_URL)", () => {
  it(`at each of ${killPoints.length} points, seed ${seed}: no rule is broken`, {
    timeout: 600_000
  }, async () => {
    const { violations, tally } = await kill(killPoints, [])
    expect(violations).toEqual([])
    expect(tally.of("kill").map(([point]) => point)).toEqual(killPoints.map(({ name }) => name).sort())
  })

  it.each(killed)("is found out where $name", { timeout: 240_000 }, async ({ edit, point, breaks }) => {
    const points = killPoints.filter(({ name }) => name === point)
    const { violations, tally } = await kill(points, [edit])
    expect(violations).toEqual([expect.stringContaining(`${point}: ${breaks}: `)])
    expect(tally.sum("violation")).toBe(1)
  })
})
