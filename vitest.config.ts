import { defineConfig } from "vitest/config"
import { LongestFirst } from "./test/LongestFirst.ts"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/Programs.setup.ts"],
    setupFiles: ["test/Methods.setup.ts"],
    sequence: { sequencer: LongestFirst },
    pool: "forks",
    poolOptions: {
      forks: {
        // A process takes one file after the other: to load Effect takes longer than most files take to run. Tests
        // count on nothing that is global, or take it as they find it.
        isolate: false,
        // One more than vitest takes by itself: much of what the tests do is waiting. And never fewer: the pool
        // (tinypool 1.1) ends an idle process twice, and the second time is an unhandled rejection.
        minForks: 3,
        maxForks: 3
      }
    },
    testTimeout: 20_000,
    hookTimeout: 60_000
  }
})
