/**
 * The service as `npm run build` makes it, of sources with edits planted in them: nothing in `src` knows of the proof.
 */
import { execFile } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { Effect, Either } from "effect"
import { type Edit, plant } from "../../test/Mutants/Mutant.ts"
import { WorldBroken } from "./Listener.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

/** Below the packages that the bundle needs, and ignored by git. */
const place = join(root, "dist")

/** The reconciler comes round every second: a proof that waits for it often is not to wait long. */
const hurry: Edit = {
  file: "src/Payment/reconcile/Reconciler.ts",
  find: "interval = Duration.seconds(5)",
  replace: "interval = Duration.seconds(1)"
}

const edit = (folder: string, change: Edit) => {
  const file = join(folder, change.file)
  const planted = plant(change, readFileSync(file, "utf8"))
  writeFileSync(
    file,
    Either.getOrThrowWith(planted, (misplaced) => misplaced)
  )
}

const build = promisify(execFile)

/** A bundle with these edits, by its path; gone when the scope ends. */
export const make = (edits: ReadonlyArray<Edit>) =>
  Effect.gen(function* () {
    const folder = yield* Effect.acquireRelease(
      Effect.sync(() => {
        mkdirSync(place, { recursive: true })
        return mkdtempSync(join(place, "prove-"))
      }),
      (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
    )
    yield* Effect.tryPromise({
      try: async () => {
        cpSync(join(root, "src"), join(folder, "src"), { recursive: true })
        for (const change of [hurry, ...edits]) edit(folder, change)
        await build(process.execPath, ["--import", "tsx", join(root, "scripts/build.ts")], { cwd: folder })
      },
      catch: (error) =>
        new WorldBroken({ message: `the bundle: ${error instanceof Error ? error.message : String(error)}` })
    })
    return join(folder, "dist/main.cjs")
  })
