/**
 * The service as a process of its own, made to be killed.
 */
import { Effect } from "effect"
import { run, type Spawned, stop } from "../../process/Spawned.ts"
import { WorldBroken } from "../world/Listener.ts"

/** A running process. */
export interface Child {
  readonly url: string
  /** `kill -9`; ends when the process has. */
  readonly kill: () => Promise<void>
  readonly output: () => string
}

/** Puts a process's clock forward: the leases of the one before it are over when it starts. */
const clockAhead = (millis: number) =>
  `data:text/javascript,${encodeURIComponent(`const now = Date.now; Date.now = () => now() + ${Math.round(millis)}`)}`

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

/** Starts a bundle, its clock `ahead` milliseconds; killed when the scope ends, if it was not before. */
export const start = (bundle: string, environment: Readonly<Record<string, string>>, ahead: number) =>
  Effect.gen(function* () {
    const spawned = yield* Effect.acquireRelease(
      Effect.sync(() =>
        run(process.execPath, ["--import", clockAhead(ahead), bundle], {
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
    return { url, kill: () => stop(spawned), output: spawned.output } satisfies Child
  })
