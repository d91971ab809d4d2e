/**
 * Random histories of a program with a fault planted in it, on a real PostgreSQL (DATABASE_URL): the proof reports it,
 * and leaves no database behind.
 */
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { proved } from "../../scripts/mutants/faults/Proved.ts"
import * as Planted from "../../scripts/prove/Planted.ts"
import * as Database from "../../scripts/prove/world/Database.ts"

const url = process.env["DATABASE_URL"] ?? ""
const redis = process.env["REDIS_URL"]
const seed = 402

/** What shows only after many histories takes minutes each: `RARE_FAULTS=1 npm run test:all`. */
const looked = proved.filter(({ isRare }) => isRare !== true || process.env["RARE_FAULTS"] !== undefined)

/** Histories within which it must show. */
const runs = 1000

describe.skipIf(url === "")("a faulty program (DATABASE_URL)", () => {
  it.for(looked)("is found out where $name", { timeout: 600_000 }, async ({ breaks, edits }, { signal }) => {
    const server = Database.serverAt(url)
    const proof = Planted.prove(edits, breaks, runs, seed, server, redis)
    // Its processes end with the test, when it takes too long as well.
    const violations = await Effect.runPromise(proof, { signal })
    const report = violations.join("\n")
    expect(
      breaks.filter((rule) => report.includes(`${rule}: `)),
      report
    ).not.toEqual([])
    expect(await Effect.runPromise(Database.names(server))).toEqual([])
  })
})
