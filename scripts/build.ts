/**
 * Bundles the service for production, with the operator's programs and the licences of what is in them:
 *
 *   npm run build
 *   tsx scripts/build.ts --licences     only the licences, for a package whose code is not bundled
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
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
