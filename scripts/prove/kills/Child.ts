/**
 * The service as a process of its own, made to be killed, or to stand still.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { run, type Spawned, stop } from "../../process/Spawned.ts"
import { WorldBroken } from "../world/Listener.ts"

/** A running process. */
export interface Child {
  readonly url: string
  /** `kill -9`; ends when the process has. */
  readonly kill: () => Promise<void>
  /** SIGSTOP: it stands still, and its connections stay open. */
  readonly halt: () => void
  /** SIGCONT. */
  readonly resume: () => void
  readonly output: () => string
}

/** A clock that processes have together: how far it is ahead of the real one lies in a file. */
export interface SharedClock {
  readonly file: string
  /** Puts it ahead of the real clock, by milliseconds. */
  readonly set: (ahead: number) => void
}

/** A clock that agrees with the real one; gone when the scope ends. */
export const sharedClock = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "prove-clock-"))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
  ),
  (folder): SharedClock => {
    const file = join(folder, "ahead")
    const set = (ahead: number) => writeFileSync(file, String(Math.round(ahead)))
    set(0)
    return { file, set }
  }
)

/** Milliseconds of real time for which a process goes by what it has read of its clock. */
const reading = 5

/** What a process runs first: its `Date.now` is the shared clock's. */
const keeping = ({ file }: SharedClock) => {
  const code = `import { readFileSync } from "node:fs"
const real = Date.now
let read = -1e9
let ahead = 0
Date.now = () => {
  const now = performance.now()
  if (now - read > ${reading}) {
    read = now
    try { ahead = Number(readFileSync(${JSON.stringify(file)}, "utf8")) } catch {}
  }
  return real() + ahead
}`
  return `data:text/javascript,${encodeURIComponent(code)}`
}

const isReady = async (url: string) => {
  try {
    return (await fetch(`${url}/health/ready`)).status === 200
  } catch {
    return false
  }
}

const ready = async (spawned: Spawned) => {
  const url = (await spawned.prints(/listens on (http:\/\/[\d.:]+)/))[1] ?? ""
  for (let look = 0; look < 1_000 && !(await isReady(url)); look += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return url
}

const signal = ({ child }: Spawned, name: "SIGSTOP" | "SIGCONT") => {
  if (child.pid !== undefined && child.exitCode === null && child.signalCode === null)
    process.kill(-child.pid, name)
}

/** Starts a bundle that keeps a clock; killed when the scope ends, if it was not before. */
export const start = (bundle: string, environment: Readonly<Record<string, string>>, clock: SharedClock) =>
  Effect.gen(function* () {
    const spawned = yield* Effect.acquireRelease(
      Effect.sync(() =>
        run(process.execPath, ["--import", keeping(clock), bundle], {
          ...environment,
          PORT: "0",
          LOG_LEVEL: "info"
        })
      ),
      (spawned) => Effect.promise(() => stop(spawned))
    )
    const url = yield* Effect.tryPromise({
      try: () => ready(spawned),
      catch: (error) => new WorldBroken({ message: `a process does not start: ${String(error)}` })
    })
    return {
      url,
      kill: () => stop(spawned),
      halt: () => signal(spawned, "SIGSTOP"),
      resume: () => signal(spawned, "SIGCONT"),
      output: spawned.output
    } satisfies Child
  })
