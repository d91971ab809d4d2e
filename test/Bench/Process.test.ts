/**
 * The bench as it is called. The whole of it runs where BENCH is set, beside a PostgreSQL at DATABASE_URL; CI runs
 * `npm run bench -- --quick` by itself.
 */
import { expect, it } from "@effect/vitest"
import { run, stop } from "../Process/Spawned.ts"

const bench = (...words: ReadonlyArray<string>) =>
  run("npx", ["tsx", "scripts/bench.ts", ...words], { DATABASE_URL: process.env["DATABASE_URL"] ?? "" })

it("tells how it is called, and measures nothing, when it is called otherwise", async () => {
  const spawned = bench("--only", "everything")
  try {
    expect(await spawned.ends).toBe(2)
    expect(spawned.output()).toContain("no such name: everything")
    expect(spawned.output()).toContain("npm run bench -- [options]")
  } finally {
    await stop(spawned)
  }
})

it.runIf(process.env["BENCH"] !== undefined)(
  "measures Almanac and the floor",
  async () => {
    const part = ["--servers", "almanac,floor", "--only", "health,unpaid,paid-hit,replay"]
    const spawned = bench("--quick", ...part, "--rounds", "1", "--seconds", "0.2", "--warmup", "0.1")
    try {
      expect(await spawned.ends, spawned.output()).toBe(0)
      for (const scenario of ["health", "unpaid", "paid-hit"]) {
        for (const server of ["almanac", "floor"]) {
          expect(spawned.output()).toMatch(new RegExp(`^${scenario} +${server} +[\\d.]+ +\\d`, "m"))
        }
      }
      expect(spawned.output()).toMatch(/^replay +almanac +[\d.]+ +\d/m)
      expect(spawned.output()).toMatch(/^wrong answers under load +0 .* stretch$/m)
    } finally {
      await stop(spawned)
    }
  },
  60_000
)
