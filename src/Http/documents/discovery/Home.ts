/**
 * `/` and the pages of the capabilities: links for a program, a plain page for a person. Models get the text of
 * `LlmsText.ts`.
 */
import * as Effect from "effect/Effect"
import { version } from "../../../Api/Version.ts"
import type { Challenge } from "../../../Payment/challenge/Challenge.ts"
import type { Source } from "../Document.ts"
import { escaped, page } from "../Html.ts"
import { pageOf, paths } from "../Paths.ts"
import { essential, type Link, optional, type Site, summary } from "./Site.ts"

const links: ReadonlyArray<Link> = [
  ...essential,
  { path: paths.llms, key: "llms", title: "For language models", note: "the index of all this (Markdown)" },
  ...optional,
  { path: paths.health, key: "health", title: "Health", note: "whether the process is alive (JSON)" }
]

/** Where a program finds the rest, whatever form it got (RFC 8631, RFC 9727). */
const linkHeader = ({ url }: Site): string =>
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

/** Without the host, which a reader may have by another name. */
const iconOf = ({ url }: Site): string => new URL(url(paths.icon)).pathname

const anchor = (href: string, text: string) => `<a href="${escaped(href)}">${escaped(text)}</a>`

const row =
  (site: Site) =>
  ({ offer: { facts, path }, price }: Challenge): string =>
    `<tr><td>${anchor(site.url(pageOf(facts.id)), facts.name)}</td><td><code>${escaped(path)}</code></td>` +
    `<td class="price">${escaped(price.amount)} USDC</td><td>${escaped(facts.description.split(". ")[0] ?? "")}</td></tr>`

const command = (site: Site, { facts, method, path }: Challenge["offer"]) =>
  `curl -i -X ${method} ${site.url(path)} \\
  -H 'Content-Type: application/json' -H 'Prefer: quote' \\
  -d '${JSON.stringify(facts.example.request).replaceAll("'", "'\\''")}'`

/** The cheapest, to be shown. */
const shown = ({ sold }: Site): ReadonlyArray<Challenge> => {
  const [first, ...others] = sold
  return first === undefined
    ? []
    : [others.reduce((least, one) => (one.price.atomic < least.price.atomic ? one : least), first)]
}

/** `/` for a person. */
export const html = (site: Site): Effect.Effect<Source> =>
  Effect.sync(() =>
    page({
      title: "Almanac: research and data, paid per call",
      description: summary(site),
      icon: iconOf(site),
      link: linkHeader(site),
      body: `<h1>Almanac</h1>
<p>${escaped(summary(site))}</p>
<p>Post a question as JSON. Without a payment the answer is <code>402</code> with the price; sign it, send the same
request again, and the answer is yours. A call that fails is not charged, and the same payment fetches the same answer
again.</p>
<h2>See a price</h2>
<p>It costs nothing, and the quote in the answer tells whether the request is valid:</p>
${shown(site)
  .map(({ offer }) => `<pre tabindex="0"><code>${escaped(command(site, offer))}</code></pre>`)
  .join("\n")}
<h2>What is sold</h2>
<table>
<thead><tr><th scope="col">Capability</th><th scope="col">Path</th><th scope="col">Price</th><th scope="col">What it answers</th></tr></thead>
<tbody>
${site.sold.map(row(site)).join("\n")}
</tbody>
</table>
<h2>Read on</h2>
<ul>
${links.map(({ note, path, title }) => `<li>${anchor(site.url(path), title)}: ${escaped(note)}</li>`).join("\n")}
</ul>
<p>Agents call the same capabilities as tools: <code>${escaped(site.url(paths.mcp))}</code> (MCP, streamable HTTP).</p>
<p>Version ${escaped(version)}</p>`
    })
  )

const shownJson = (value: unknown) =>
  `<pre tabindex="0"><code>${escaped(JSON.stringify(value, null, 2))}</code></pre>`

/** The page of a capability for a person. */
export const capabilityPage = (site: Site, { offer, price }: Challenge): Effect.Effect<Source> =>
  Effect.sync(() => {
    const { facts, method, path } = offer
    return page({
      title: `${facts.name} (${facts.id}): Almanac`,
      description: facts.description,
      icon: iconOf(site),
      link: `<${site.url(paths.llms)}>; rel="describedby"; type="text/markdown"`,
      body: `<p>${anchor(site.url(paths.home), "Almanac")}</p>
<h1>${escaped(facts.name)}</h1>
<p><code>${escaped(`${method} ${path}`)}</code>, ${escaped(price.amount)} USDC a call (${escaped(facts.id)})</p>
<p>${escaped(facts.description)}</p>
<h2>See the price</h2>
<pre tabindex="0"><code>${escaped(command(site, offer))}</code></pre>
<h2>An answer</h2>
${shownJson(facts.example.response)}
<h2>The request, as JSON Schema</h2>
${shownJson(offer.requestSchema)}
<p>How to pay: ${anchor(site.url(paths.llms), "llms.txt")}. Every error: ${anchor(site.url(paths.errors), "errors")}.</p>`
    })
  })
