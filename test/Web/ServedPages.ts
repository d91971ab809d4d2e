/**
 * All pages of our own, by their paths. Swagger UI at `/docs/api` is a library's.
 */
import { registeredCapabilities } from "../../src/Api/CapabilityRegistry.ts"
import { docs } from "../../src/Http/documents/Paths.ts"

export const pages: ReadonlyArray<string> = [
  "/",
  "/docs",
  "/docs/errors",
  ...docs.map(({ path }) => path),
  ...registeredCapabilities.map(({ facts }) => `/c/${facts.id}`)
]

/** What a browser says that it takes. */
export const browserAccept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
