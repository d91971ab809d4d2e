/** Bundles the service for production. */
import { bundle } from "./Bundle.ts"

await bundle("dist/main.js")
