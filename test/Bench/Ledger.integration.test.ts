/**
 * The measuring of the ledger, in short: whether all that it measures is there, and does what it should.
 */
import { expect, it } from "@effect/vitest"
import { run, stop } from "../../scripts/process/Spawned.ts"
import { isServer } from "../support/TestDatabase.ts"

const operations = [
  "reserve",
  "settling",
  "settled",
  "release",
  "reserve, paid before",
  "find",
  "replay",
  "status",
  "sale, 10 at once",
  "sale, 10 at once of one payer",
  "counts for the metrics",
  "sweep of 500 answers",
  "report of 30 days",
  "report of a day",
  "reconcile: read of a day"
]

it.skipIf(!isServer)(
  "fills a ledger, and measures every operation on it and on an empty one (DATABASE_URL)",
  async () => {
    const spawned = run(
      "npx",
      "tsx scripts/bench/ledger.ts --rows 2000 --payers 50 --rounds 1 --calls 6".split(" "),
      { DATABASE_URL: process.env["DATABASE_URL"] ?? "" }
    )
    try {
      expect(await spawned.ends, spawned.output()).toBe(0)
      for (const operation of operations) {
        expect(spawned.output()).toMatch(
          new RegExp(`^${operation}( +\\d[\\d.]*){4}( +(-|\\d[\\d.]*)){2}$`, "m")
        )
      }
      expect(spawned.output()).toMatch(/^payments +[12]\d{3}( +\d[\d.]*){4}$/m)
    } finally {
      await stop(spawned)
    }
  },
  120_000
)
