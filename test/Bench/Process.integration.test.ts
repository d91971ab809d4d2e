/**
 * The bench as it is called.
 */
import { expect, it } from "@effect/vitest"
import { run, stop } from "../../scripts/process/Spawned.ts"

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
