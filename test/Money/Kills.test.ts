/**
 * `kill -9` of a real process at every step of a purchase, on a real PostgreSQL (DATABASE_URL): another process takes
 * over, and what is left keeps the rules.
 */
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { killPoints } from "../../scripts/prove/KillPoint.ts"
import * as Kills from "../../scripts/prove/Kills.ts"
import * as Tally from "../../scripts/prove/Tally.ts"

/** On request: beside the other tests the processes of this one are too many clients for a usual PostgreSQL. */
const isAsked = process.env["PROVE_KILLS"] !== undefined
const server = process.env["DATABASE_URL"] ?? ""
const seed = 402

describe.skipIf(server === "" || !isAsked)("a process that is killed (DATABASE_URL, PROVE_KILLS)", () => {
  it(`at each of ${killPoints.length} points, seed ${seed}: no rule is broken`, {
    timeout: 600_000
  }, async () => {
    const tally = Tally.make()
    const violations = await Effect.runPromise(
      Kills.run({ kills: killPoints.length, seed, server, tally, lanes: 2, progress: () => {} })
    )
    expect(violations).toEqual([])
    expect(tally.of("kill").map(([point]) => point)).toEqual(killPoints.map(({ name }) => name).sort())
  })
})
