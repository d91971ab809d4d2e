/**
 * Other people's programs (test/strangers/package.json), as processes of their own.
 */
import { join } from "node:path"
import { inject } from "vitest"
import { run, type Spawned } from "../../../scripts/process/Spawned.ts"

/** The folder that has their `node_modules`. The first call of a run may take minutes: it installs them. */
export const folder = async (): Promise<string> => {
  const answer = await fetch(`${inject("programs")}/strangers`)
  const text = await answer.text()
  if (!answer.ok) throw new Error(text)
  return text
}

/** Starts a program by its name in `node_modules/.bin`. */
export const start = async (
  name: string,
  args: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>> = {}
): Promise<Spawned> => run(join(await folder(), "node_modules/.bin", name), args, environment)
