/**
 * Our programs as processes of their own, each from its bundle.
 */
import { cp } from "node:fs/promises"
import { dirname, join } from "node:path"
import { Effect } from "effect"
import { inject } from "vitest"
import { run, stop } from "../../../scripts/process/Spawned.ts"

/** The bundle of an entry point such as `src/main.ts`. */
export const bundleOf = async (entryPoint: string) => {
  const answer = await fetch(`${inject("programs")}/${entryPoint}`)
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  return text
}

/** The sandbox, with what its chain reads from beside its code. */
export const sandbox = (environment: Readonly<Record<string, string>>) =>
  Effect.zipRight(
    Effect.promise(async () =>
      cp("src/Sandbox/data/chain", join(dirname(await bundleOf("src/Sandbox/main.ts")), "data/chain"), {
        recursive: true
      })
    ),
    start("src/Sandbox/main.ts", environment)
  )

/** Starts it with these settings and arguments; it ends with the scope. */
export const start = (
  entryPoint: string,
  environment: Readonly<Record<string, string>>,
  ...args: ReadonlyArray<string>
) =>
  Effect.acquireRelease(
    Effect.promise(async () => run(process.execPath, [await bundleOf(entryPoint), ...args], environment)),
    (spawned) => Effect.promise(() => stop(spawned))
  )
