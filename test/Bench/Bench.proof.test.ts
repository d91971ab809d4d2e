/**
 * The bench, in short: whether all its servers do the same, and what is counted. No times are judged.
 */
import { expect, it } from "@effect/vitest"
import { run, stop } from "../../scripts/process/Spawned.ts"

it("measures Almanac beside its peers, and finds the same answers (DATABASE_URL)", async () => {
  const spawned = run("npm", ["run", "--silent", "bench", "--", "--quick"], {
    DATABASE_URL: process.env["DATABASE_URL"] ?? ""
  })
  try {
    expect(await spawned.ends, spawned.output()).toBe(0)
    for (const scenario of ["health", "unpaid", "paid-hit"]) {
      for (const server of ["almanac", "express", "floor"]) {
        expect(spawned.output()).toMatch(new RegExp(`^${scenario} +${server} +[\\d.]+ `, "m"))
      }
    }
    expect(spawned.output()).toMatch(/^replay +almanac +[\d.]+ /m)
    expect(spawned.output()).toMatch(/^wrong answers under load +0 .* stretch$/m)
  } finally {
    await stop(spawned)
  }
}, 300_000)
