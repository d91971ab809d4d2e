/**
 * The program that carries out a part of the proof's histories, in one file: it starts in a second, where its modules
 * take ten.
 */
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { options } from "../../bundle/Bundle.ts"
import type { Edit } from "../../mutants/Mutant.ts"
import { bundled, root } from "./Planting.ts"

/** The bundle by its path; gone when the scope ends. */
export const make = (edits: ReadonlyArray<Edit>) =>
  bundled(edits, async (folder, planted) => {
    const outfile = join(folder, "part.mjs")
    await build({
      ...options,
      absWorkingDir: root,
      // As it is written: a stack that is told in a violation is to be read.
      minifySyntax: false,
      minifyWhitespace: false,
      sourcemap: false,
      // Without what makes the service's own bundle small: buyers need more of undici.
      plugins: [planted],
      entryPoints: [fileURLToPath(new URL("part.ts", import.meta.url))],
      outfile
    })
    return outfile
  })
