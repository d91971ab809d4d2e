/** Bundles the service for production. */
import { bundle } from "./Bundle.ts"
import * as CodeCache from "./CodeCache.ts"

const directory = "dist"

await bundle(directory)
await CodeCache.write(directory)
