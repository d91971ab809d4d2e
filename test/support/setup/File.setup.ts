/**
 * Before each test file. A worker process takes one file after the other (`isolate: false`), so what is global is set
 * back here.
 */
import { it, makeMethods } from "@effect/vitest"
import { FastCheck } from "effect"
import { resetMetrics } from "./Metrics.ts"
import { runs } from "./Runs.ts"

// `layer` of @effect/vitest 0.30 leaves its own methods in the place of those of `it`.
makeMethods(it)

resetMetrics()

FastCheck.configureGlobal({ numRuns: runs(100) })
