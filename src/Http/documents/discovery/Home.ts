/**
 * `/` for a program and for a model. People get the page of `Web/pages/Home.ts`.
 */
import * as Effect from "effect/Effect"
import { version } from "../../../Api/Version.ts"
import type { Source } from "../Document.ts"
import { pageOf, paths } from "../Paths.ts"
import { essential, type Link, optional, type Site, summary } from "./Site.ts"

const links: ReadonlyArray<Link> = [
  ...essential,
  { path: paths.llms, key: "llms", title: "For language models", note: "the index of all this (Markdown)" },
  ...optional,
  { path: paths.health, key: "health", title: "Health", note: "whether the process is alive (JSON)" }
]

/** Where a program finds the rest, whatever form it got (RFC 8631, RFC 9727). */
export const linkHeader = ({ url }: Site): string =>
  [
    `<${url(paths.apiCatalog)}>; rel="api-catalog"`,
    `<${url(paths.openApi)}>; rel="service-desc"; type="application/json"`,
    `<${url(paths.docs)}>; rel="service-doc"; type="text/html"`,
    `<${url(paths.llms)}>; rel="describedby"; type="text/markdown"`,
    `<${url(paths.status)}>; rel="status"; type="application/json"`
  ].join(", ")

/** `/` for a program. */
export const json = (site: Site): Effect.Effect<Source> =>
  Effect.sync(() => ({
    contentType: "application/json",
    text: JSON.stringify({
      name: "Almanac",
      version,
      description: summary(site),
      network: site.network,
      mcp: site.url(paths.mcp),
      links: Object.fromEntries(links.map(({ key, path }) => [key, site.url(path)])),
      capabilities: site.sold.map(({ offer: { facts, method, path }, price }) => ({
        id: facts.id,
        name: facts.name,
        method,
        url: site.url(path),
        price: { amount: price.amount, currency: "USDC" },
        page: site.url(pageOf(facts.id))
      }))
    }),
    headers: { link: linkHeader(site) },
    varies: "Accept"
  }))

/** The index for models, as a form of `/`. */
export const markdown = (site: Site, index: Effect.Effect<Source>): Effect.Effect<Source> =>
  Effect.map(index, (source) => ({ ...source, headers: { link: linkHeader(site) }, varies: "Accept" }))
