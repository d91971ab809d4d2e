/** Bundles the service for production. */
import { bundle } from "./bundle/Bundle.ts"
import * as CodeCache from "./bundle/CodeCache.ts"

const directory = "dist"

await bundle(directory)
// The cache only saves time, so the bundle is complete without it.
await CodeCache.write(directory).catch((error: unknown) =>
  console.warn(`Starts will take longer, since there is no code cache: ${String(error)}`)
)
