/**
 * The service as `npm run build` bundles it, for the processes that are killed.
 */
import { join } from "node:path"
import { bundle } from "../../bundle/Bundle.ts"
import type { Edit } from "../../mutants/Mutant.ts"
import { bundled } from "../parts/Planting.ts"

/** The reconciler comes round every second: a proof that waits for it often is not to wait long. */
export const hurry: Edit = {
  within: "Reconciler.interval",
  find: "interval = Duration.seconds(5)",
  replace: "interval = Duration.seconds(1)"
}

/** A bundle with these edits, by its path; gone when the scope ends. */
export const make = (edits: ReadonlyArray<Edit>) =>
  bundled([hurry, ...edits], async (folder, planted) => {
    await bundle(folder, [planted])
    return join(folder, "main.cjs")
  })
