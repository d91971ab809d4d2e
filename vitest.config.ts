import { defineConfig } from "vitest/config"

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    pool: "forks",
    // One more than vitest takes by itself: much of what the tests do is waiting.
    poolOptions: { forks: { minForks: 1, maxForks: 3 } },
    testTimeout: 20_000,
    hookTimeout: 60_000
  }
})
