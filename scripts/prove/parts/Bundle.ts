/**
 * The program that carries out a part of the proof's histories, in one file: it starts in a second, where its modules
 * take ten. Faults are planted in the sources as they are read.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Effect, Either } from "effect"
import { build, type Plugin } from "esbuild"
import { options } from "../../bundle/Bundle.ts"
import type { Edit } from "../../mutants/Mutant.ts"
import { WorldBroken } from "../world/Listener.ts"

const root = fileURLToPath(new URL("../../../", import.meta.url))

/** Below the packages that stay outside of the bundle, and ignored by git. */
const place = join(root, "dist")

/** A folder within the project, which is gone when the scope ends. */
export const folder = Effect.acquireRelease(
  Effect.sync(() => {
    mkdirSync(place, { recursive: true })
    return mkdtempSync(join(place, "prove-"))
  }),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

/** The changed sources by their paths. The compiler is loaded for them alone. */
const change = async (edits: ReadonlyArray<Edit>): Promise<ReadonlyMap<string, string>> => {
  if (edits.length === 0) return new Map()
  const { plant } = await import("../../mutants/Plant.ts")
  const Sources = await import("../../mutants/Sources.ts")
  const planted = Either.getOrThrowWith(plant(edits, Sources.read(root)), (misplaced) => misplaced)
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

/** The bundle by its path; gone when the scope ends. */
export const make = (edits: ReadonlyArray<Edit>) =>
  Effect.flatMap(folder, (folder) =>
    Effect.tryPromise({
      try: async () => {
        const outfile = join(folder, "part.mjs")
        await build({
          ...options,
          absWorkingDir: root,
          // As it is written: a stack that is told in a violation is to be read.
          minifySyntax: false,
          minifyWhitespace: false,
          sourcemap: false,
          // Without what makes the service's own bundle small: buyers need more of undici.
          plugins: [planting(await change(edits))],
          entryPoints: [fileURLToPath(new URL("part.ts", import.meta.url))],
          outfile
        })
        return outfile
      },
      catch: (error) =>
        new WorldBroken({ message: `the bundle: ${error instanceof Error ? error.message : String(error)}` })
    })
  )
