/**
 * The service as `npm run build` bundles it, of sources with edits planted in them: nothing in `src` knows of the proof.
 */
import { execFile } from "node:child_process"
import { cpSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { Effect, Either } from "effect"
import type { Edit } from "../../mutants/Mutant.ts"
import { plant } from "../../mutants/Plant.ts"
import * as Sources from "../../mutants/Sources.ts"
import { folder } from "../parts/Bundle.ts"
import { WorldBroken } from "../world/Listener.ts"

const root = fileURLToPath(new URL("../../../", import.meta.url))

/** The reconciler comes round every second: a proof that waits for it often is not to wait long. */
export const hurry: Edit = {
  within: "Reconciler.interval",
  find: "interval = Duration.seconds(5)",
  replace: "interval = Duration.seconds(1)"
}

/** Changes the sources in a folder. */
const change = (folder: string, edits: ReadonlyArray<Edit>) => {
  const planted = plant(edits, Sources.read(folder))
  for (const [file, code] of Either.getOrThrowWith(planted, (misplaced) => misplaced))
    writeFileSync(join(folder, file), code)
}

const build = promisify(execFile)

const broken = (what: string) => (error: unknown) =>
  new WorldBroken({ message: `${what}: ${error instanceof Error ? error.message : String(error)}` })

/** A bundle with these edits, by its path; gone when the scope ends. */
export const make = (edits: ReadonlyArray<Edit>) =>
  Effect.gen(function* () {
    const made = yield* folder
    yield* Effect.tryPromise({
      try: async () => {
        cpSync(join(root, "src"), join(made, "src"), { recursive: true })
        change(made, [hurry, ...edits])
        const program = ["--import", "tsx", join(root, "scripts/build.ts"), "--service"]
        await build(process.execPath, program, { cwd: made })
      },
      catch: broken("the bundle")
    })
    return join(made, "dist/main.cjs")
  })
