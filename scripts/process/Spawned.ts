/**
 * A process of ours as an operator starts it.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"

export interface Spawned {
  readonly child: ChildProcess
  /** What it has printed so far, both streams. */
  readonly output: () => string
  /** Ends when the output matches; fails when the process ends first. */
  readonly prints: (pattern: RegExp) => Promise<RegExpExecArray>
  /** The exit code. */
  readonly ends: Promise<number | null>
}

/** Only what the process needs of our environment. */
const inherited = Object.fromEntries(
  ["PATH", "HOME", "TMPDIR"].flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  })
)

export const run = (
  command: string,
  args: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>> = {}
): Spawned => {
  const child = spawn(command, args, {
    env: { ...inherited, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    // A group of its own: `npm run` has children, and they end with it.
    detached: true
  })
  let text = ""
  const watchers = new Set<() => void>()
  // Not at its exit: what it printed last may be on its way still.
  const ends = once(child, "close").then(([code]) => (typeof code === "number" ? code : null))
  const note = (chunk: Buffer) => {
    text += chunk.toString()
    for (const look of watchers) look()
  }
  child.stdout.on("data", note)
  child.stderr.on("data", note)
  return {
    child,
    output: () => text,
    ends,
    prints: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(text)
          if (match === null) return
          watchers.delete(look)
          resolve(match)
        }
        watchers.add(look)
        void ends.then((code) => reject(new Error(`ended with ${code} before ${pattern}:\n${text}`)))
        look()
      })
  }
}

/** Ends a process with its children, and waits for it. */
export const stop = async ({ child, ends }: Spawned): Promise<void> => {
  if (child.exitCode === null && child.signalCode === null && child.pid !== undefined)
    process.kill(-child.pid, "SIGKILL")
  await ends
}
