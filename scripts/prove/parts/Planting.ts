/**
 * Bundles of the program under test, of sources with edits planted in them: nothing in `src` knows of the proof.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Effect, Either } from "effect"
import type { Plugin } from "esbuild"
import type { Edit } from "../../mutants/Mutant.ts"
import type { Sources } from "../../mutants/Sources.ts"
import { WorldBroken } from "../world/Listener.ts"

/** The project. */
export const root = fileURLToPath(new URL("../../../", import.meta.url))

/** Below the packages that stay outside of a bundle, and ignored by git. */
const place = join(root, "dist")

/** A folder within the project, which is gone when the scope ends. */
const folder = Effect.acquireRelease(
  Effect.sync(() => {
    mkdirSync(place, { recursive: true })
    return mkdtempSync(join(place, "prove-"))
  }),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

/** The sources, which are read once by a process. */
let read: Sources | undefined

/** The changed sources by their paths. The compiler is loaded for them alone. */
const change = async (edits: ReadonlyArray<Edit>): Promise<ReadonlyMap<string, string>> => {
  if (edits.length === 0) return new Map()
  const { plant } = await import("../../mutants/Plant.ts")
  const Sources = await import("../../mutants/Sources.ts")
  read ??= Sources.read(root)
  const planted = Either.getOrThrowWith(plant(edits, read), (misplaced) => misplaced)
  return new Map([...planted].map(([file, code]) => [join(root, file), code]))
}

const planting = (codes: ReadonlyMap<string, string>): Plugin => ({
  name: "planted",
  setup: ({ onLoad }) => {
    onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => {
      const contents = codes.get(path)
      return contents === undefined ? undefined : { contents, loader: "ts" }
    })
  }
})

/** Builds into a folder that is gone when the scope ends; the path of what is run there. */
export const bundled = (
  edits: ReadonlyArray<Edit>,
  build: (folder: string, planted: Plugin) => Promise<string>
) =>
  Effect.flatMap(folder, (folder) =>
    Effect.tryPromise({
      try: async () => build(folder, planting(await change(edits))),
      catch: (error) =>
        new WorldBroken({ message: `the bundle: ${error instanceof Error ? error.message : String(error)}` })
    })
  )
