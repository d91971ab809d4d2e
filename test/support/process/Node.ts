/**
 * A program of Node, from its start to its end.
 */
import { spawn } from "node:child_process"

/** How it ended, and what it said. */
export interface Ended {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs it in a directory. Not `spawnSync`: vitest gives up a worker that does not answer for a minute. */
export const node = (
  cwd: string,
  args: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>> = {}
): Promise<Ended> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd, env: { ...process.env, ...environment } })
    const told = { stdout: "", stderr: "" }
    child.stdout.on("data", (chunk) => {
      told.stdout += String(chunk)
    })
    child.stderr.on("data", (chunk) => {
      told.stderr += String(chunk)
    })
    child.on("close", (status) => resolve({ status, ...told }))
  })
