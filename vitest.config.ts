import { readdirSync, readFileSync } from "node:fs"
import { defineConfig } from "vitest/config"

/*
 * The tiers. A test file says by its ending which one it is in:
 *
 * - `.test.ts`: needs nothing but this process, and takes moments (`npm test`)
 * - `.integration.test.ts`: needs processes, servers or minutes; `.proof.test.ts`: wants the whole machine for minutes
 *   (`npm run test:all`, one after the other)
 * - `.release.test.ts`: needs a browser, other people's programs, other runtimes (`npm run test:release`)
 */
const integration = "test/**/*.integration.test.ts"
const proof = "test/**/*.proof.test.ts"
const release = "test/**/*.release.test.ts"

/** Fast files that the integration tier runs once more: with all runs of their properties, or on real servers. */
const again = readdirSync("test", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".test.ts") && !/\.(integration|proof|release)\.test\.ts$/.test(name))
  .filter(
    (name) =>
      /^(Http\/payments|Storage)\//.test(name) ||
      /FastCheck|\.prop\(/.test(readFileSync(`test/${name}`, "utf8"))
  )
  .map((name) => `test/${name}`)

const tier = (
  name: string,
  place: number,
  test: {
    include: Array<string>
    exclude?: Array<string>
    env?: Record<string, string>
    poolOptions?: object
  }
) => ({
  extends: true as const,
  test: { ...test, name, env: { TEST_TIER: name, ...test.env }, sequence: { groupOrder: place } }
})

export default defineConfig({
  test: {
    globalSetup: ["test/support/setup/Programs.setup.ts"],
    setupFiles: ["test/support/setup/File.setup.ts"],
    pool: "forks",
    poolOptions: {
      forks: {
        // A process takes one file after the other: to load Effect takes longer than most files take to run.
        // `File.setup.ts` sets back what is global.
        isolate: false,
        // One more than vitest takes by itself: much of what the tests do is waiting. And never fewer: the pool
        // (tinypool 1.1) ends an idle process twice, and the second time is an unhandled rejection.
        minForks: 3,
        maxForks: 3
      }
    },
    // Ends what hangs; nothing is judged by time. A busy machine may be several times slower than a quiet one.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    projects: [
      tier("unit", 0, {
        include: ["test/**/*.test.ts"],
        exclude: [integration, proof, release],
        // The same wherever it runs: on no server that happens to be there.
        env: { DATABASE_URL: "", REDIS_URL: "" }
      }),
      tier("integration", 1, { include: [integration, ...again] }),
      tier("proof", 2, {
        include: [proof],
        // Not a number of forks: the pool takes that from above, whatever a project says.
        poolOptions: { forks: { singleFork: true, isolate: false } }
      }),
      tier("release", 3, { include: [release] })
    ]
  }
})
