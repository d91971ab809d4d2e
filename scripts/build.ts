/**
 * Bundles the service for production, with the operator's programs and the licences of what is in them:
 *
 *   npm run build
 *   tsx scripts/build.ts --licences     only the licences and the files of the pages, for a package whose code is not bundled
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileName } from "../src/Web/WebFiles.ts"
import { bundle, bundlePrograms } from "./bundle/Bundle.ts"
import * as CodeCache from "./bundle/CodeCache.ts"
import * as Licences from "./bundle/Licences.ts"

const directory = "dist"

/** Everything but the code cache. */
const build = async (into: string) => {
  const inputs = [...(await bundle(into)), ...(await bundlePrograms(into))]
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, Licences.file), Licences.licences(inputs))
}

if (process.argv.includes("--licences")) {
  const scratch = mkdtempSync(join(tmpdir(), "almanac-build-"))
  try {
    await build(scratch)
    // Beside the module that reads it: those who import the service from this package have no sources.
    copyFileSync(join(scratch, fileName), join(directory, "lib/Http/documents/web", fileName))
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
} else {
  await build(directory)
  // The cache only saves time, so the bundle is complete without it.
  await CodeCache.write(directory).catch((error: unknown) =>
    console.warn(`Starts will take longer, since there is no code cache: ${String(error)}`)
  )
}
