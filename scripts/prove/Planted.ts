/**
 * The proof of a program with a fault planted in it, made in a copy of the project: what it reports.
 */
import { execFile } from "node:child_process"
import { Effect } from "effect"
import type { Edit } from "../mutants/Mutant.ts"
import * as Build from "./kills/Build.ts"

/** What the proof of a faulty program comes to. */
export interface Report {
  /** Its exit code: 1 where it reports a violation. */
  readonly code: number
  readonly output: string
}

/** Runs histories until one breaks a rule, `runs` of them at most. */
export const prove = (edits: ReadonlyArray<Edit>, runs: number, seed: number) =>
  Effect.flatMap(Build.copy(edits), (folder) =>
    Effect.async<Report>((resume) => {
      const words = [
        "--runs",
        String(runs),
        "--kills",
        "0",
        "--lanes",
        "1",
        "--seed",
        String(seed),
        "--first"
      ]
      const child = execFile(
        process.execPath,
        ["--import", "tsx", "scripts/prove-money.ts", ...words],
        { cwd: folder, maxBuffer: 16 * 1024 * 1024 },
        (error, stdout, stderr) => {
          const code = error === null ? 0 : typeof error.code === "number" ? error.code : 2
          resume(Effect.succeed({ code, output: `${stdout}\n${stderr}` }))
        }
      )
      return Effect.sync(() => child.kill())
    })
  ).pipe(Effect.scoped)
