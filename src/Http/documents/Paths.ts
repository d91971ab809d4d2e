/**
 * Where the documents beside the Api are.
 */

import { registeredCapabilities } from "../../Api/CapabilityRegistry.ts"
import type { Code } from "../../Api/ErrorCodes.ts"
import { docsGroups } from "../../Web/DocsList.ts"

/** By what they are. `status` and `health` are the Api's own; `mcp` takes calls. */
export const paths = {
  home: "/",
  capabilities: "/v1/capabilities",
  status: "/v1/status",
  health: "/health",
  openApi: "/openapi.json",
  docs: "/docs",
  apiDocs: "/docs/api",
  errors: "/docs/errors",
  llms: "/llms.txt",
  llmsFull: "/llms-full.txt",
  x402: "/.well-known/x402",
  apiCatalog: "/.well-known/api-catalog",
  securityText: "/.well-known/security.txt",
  robots: "/robots.txt",
  sitemap: "/sitemap.xml",
  mcp: "/mcp",
  icon: "/icon.svg",
  favicon: "/favicon.ico"
} as const satisfies Readonly<Record<string, `/${string}`>>

/** The header of an error that leads to its place on the page of errors (RFC 8288). */
export const errorLink = (code: Code): string => `<${paths.errors}#${code}>; rel="help"`

/** The page of a capability. */
export const pageOf = (id: string) => `/c/${id}` as const

/** The pages of the docs. */
export const docs = docsGroups.flatMap(({ pages }) =>
  pages.map(({ name }) => ({ name, path: `/docs/${name}` as const }))
)

/** What pages load: the name has a hash of the content. */
export const assets = "/assets/:name"

/** The place of a page's text in Markdown. */
export const textOf = (path: string) => (path === paths.home ? "/index.md" : (`${path}.md` as `/${string}`))

/** The pages that have such a text. */
const texts: ReadonlyArray<string> = [
  paths.home,
  paths.docs,
  paths.errors,
  ...docs.map(({ path }) => path),
  ...registeredCapabilities.map(({ facts }) => pageOf(facts.id))
]

/** Routes that are no endpoints of the Api. */
export const pages: ReadonlyArray<`/${string}`> = [
  ...Object.values(paths).filter(
    (path) => ![paths.capabilities, paths.status, paths.health, paths.mcp].some((own) => own === path)
  ),
  assets,
  ...docs.map(({ path }) => path),
  ...registeredCapabilities.map(({ facts }) => pageOf(facts.id)),
  ...texts.map(textOf)
]
