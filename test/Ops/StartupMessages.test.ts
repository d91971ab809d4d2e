/** The runbook explains the warnings of a start: who reads one at night finds it there. */
import { readFileSync } from "node:fs"
import { expect, it } from "@effect/vitest"

const runbook = readFileSync("ops/runbook.md", "utf8")

it.each([
  ["src/Storage/Migrations.ts", "The migrations of the database have not succeeded."],
  ["src/StartupChecks.ts", "could not be asked what it supports"],
  ["src/StartupChecks.ts", "is no setting: is "],
  ["src/StartupChecks.ts", "a provider is used outside its terms"]
])("%s: %s", (file, words) => {
  expect(readFileSync(file, "utf8")).toContain(words)
  expect(runbook).toContain(words)
})
