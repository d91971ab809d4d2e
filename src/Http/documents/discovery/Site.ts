/**
 * What the documents of discovery say, gathered once: where things are, what is sold, and how it is paid.
 */
import type { Challenge, Challenges } from "../../../Payment/challenge/Challenge.ts"
import { networkName, type Settings } from "../../../Settings.ts"
import { paths } from "../Paths.ts"

/** The service as it shows itself. */
export interface Site {
  /** An absolute URL, by `PUBLIC_URL` alone. */
  readonly url: (path: string) => string
  /** `base`, `base-sepolia` or `sandbox`, and the CAIP-2 chain. */
  readonly network: { readonly name: string; readonly caip2: string }
  readonly sandbox: boolean
  /** What is sold, in the order of the Api. */
  readonly sold: ReadonlyArray<Challenge>
  readonly contact: string
}

export const siteOf = (settings: Settings["Type"], { byPath }: Challenges["Type"]): Site => ({
  url: (path) => `${settings.listen.publicUrl}${path}`,
  network: { name: networkName(settings), caip2: settings.payment.chain.network },
  sandbox: settings.sandbox,
  sold: [...byPath.values()],
  contact: settings.providers.contact
})

/** What it is, in a sentence or two. */
export const summary = ({ network, sandbox, sold }: Site): string =>
  `Pay-per-call research and data over HTTP: ${sold.length} capabilities, answered by ` +
  `${sandbox ? "simulated" : "real"} providers, each call paid in ${sandbox ? "play money" : "USDC"} over x402 version 2 ` +
  `on ${network.name} (${network.caip2}). No account, no API key.`

/** A document or a free endpoint that others are led to. */
export interface Link {
  readonly path: string
  /** Its name among the links at `/`. */
  readonly key: string
  readonly title: string
  readonly note: string
}

/** What a buyer reads. */
export const essential: ReadonlyArray<Link> = [
  {
    path: paths.capabilities,
    key: "capabilities",
    title: "Capabilities",
    note: "what is sold: prices, JSON Schemas of requests and answers, examples (JSON)"
  },
  { path: paths.openApi, key: "openapi", title: "OpenAPI", note: "every endpoint, OpenAPI 3.1 (JSON)" },
  {
    path: paths.errors,
    key: "errors",
    title: "Errors",
    note: "what each error code means and what to do (HTML)"
  },
  {
    path: paths.status,
    key: "status",
    title: "Status",
    note: "free: which providers are up, degraded or out, and until when (JSON)"
  }
]

/** What some readers want besides. */
export const optional: ReadonlyArray<Link> = [
  {
    path: paths.llmsFull,
    key: "llmsFull",
    title: "All capabilities in one text",
    note: "each with its schema, an example and what is charged (Markdown)"
  },
  {
    path: paths.docs,
    key: "docs",
    title: "Docs",
    note: "paying, the client, the command line, MCP, running it (HTML; each page as Markdown with .md behind its path)"
  },
  {
    path: paths.apiDocs,
    key: "reference",
    title: "Interactive reference",
    note: "for people, in a browser (HTML)"
  },
  {
    path: paths.x402,
    key: "x402",
    title: "x402 resources",
    note: "the payment requirements of every capability (JSON)"
  },
  {
    path: paths.apiCatalog,
    key: "apiCatalog",
    title: "API catalog",
    note: "links for machines (RFC 9727)"
  }
]
