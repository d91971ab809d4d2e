import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { Effect, type Scope } from "effect"
import { bundleOf } from "./Program.ts"

/** A process of its own that runs a file of this directory. */
export interface Child {
  /** The first line that it writes. */
  readonly firstLine: Effect.Effect<string>
  /** `kill -9`, and waits for its end. */
  readonly kill: Effect.Effect<void>
}

export const start = (file: string, argument: string): Effect.Effect<Child, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const child = spawn(process.execPath, [await bundleOf(`test/support/process/${file}`), argument], {
        stdio: ["ignore", "pipe", "inherit"]
      })
      const line = new Promise<string>((resolve) => {
        createInterface(child.stdout).once("line", resolve)
        child.once("exit", (code) => resolve(`exit ${code}`))
      })
      const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()))
      return {
        firstLine: Effect.promise(() => line),
        kill: Effect.promise(() => {
          child.kill("SIGKILL")
          return ended
        })
      }
    }),
    (child) => child.kill
  )
