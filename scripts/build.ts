/** Bundles the service for production. */
import { bundle } from "./Bundle.ts"
import * as CodeCache from "./CodeCache.ts"

const directory = "dist"

await bundle(directory)
// It only saves time: without it the bundle is whole all the same.
await CodeCache.write(directory).catch((error: unknown) =>
  console.warn(`Starts will take longer, since no code of the bundle was kept: ${String(error)}`)
)
