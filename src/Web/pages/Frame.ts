/**
 * What all pages have around their content. Pages name paths of the service from its root; the frame puts them below the
 * path of the public URL.
 */
import { type Attributes, type Element, h, html, type Markup } from "../Markup.ts"
import type { Site } from "./Site.ts"

/** A page. */
export interface Page {
  /** Where it is, in Markdown too. One without a path stands where nothing is. */
  readonly path?: string
  readonly title: string
  /** For search engines; plain text. */
  readonly description: string
  /** The module that runs on it. */
  readonly script?: keyof Site["files"]["scripts"]
  readonly content: ReadonlyArray<Markup>
}

/** The path of a page's text in Markdown. */
export const markdownOf = (path: string): string => (path === "/" ? "/index.md" : `${path}.md`)

/** Attributes that hold a path. */
const links = ["href", "src", "data-path"]

/** The same, with all paths below another one. */
export const below = (base: string, markup: Markup): Markup => {
  if (typeof markup === "string" || base === "") return markup
  const moved: Attributes = Object.fromEntries(
    Object.entries(markup.attributes).map(([name, value]) => [
      name,
      links.includes(name) && typeof value === "string" && value.startsWith("/") ? base + value : value
    ])
  )
  return { ...markup, attributes: moved, children: markup.children.map((child) => below(base, child)) }
}

const places: ReadonlyArray<readonly [path: string, text: string]> = [
  ["/#prices", "Prices"],
  ["/docs", "Docs"],
  ["/docs/api", "API"],
  ["/#status", "Status"]
]

const header = (path: string | undefined): Element =>
  h(
    "header",
    { class: "top" },
    h("a", { class: "skip", href: "#main" }, "Skip to the content"),
    h(
      "a",
      { class: "brand", href: "/" },
      h("img", { src: "/icon.svg", alt: "", width: 28, height: 28 }),
      "Almanac"
    ),
    h(
      "nav",
      { "aria-label": "Site" },
      places.map(([href, text]) => h("a", { href, "aria-current": href === path ? "page" : undefined }, text))
    )
  )

const sandboxNote = h(
  "aside",
  { class: "notice", "aria-label": "Sandbox" },
  h(
    "p",
    {},
    h("strong", {}, "Sandbox. "),
    "Providers are simulated, money is play money. Nothing here is real."
  )
)

const footer = ({ network, version }: Site, path: string | undefined): Element =>
  h(
    "footer",
    { class: "bottom" },
    h("p", {}, `Almanac ${version}, paid on ${network.name} (${network.caip2}).`),
    h(
      "nav",
      { "aria-label": "For programs" },
      path === undefined ? [] : h("a", { href: markdownOf(path) }, "This page as Markdown"),
      h("a", { href: "/llms.txt" }, "llms.txt"),
      h("a", { href: "/openapi.json" }, "OpenAPI"),
      h("a", { href: "/v1/capabilities" }, "Capabilities as JSON"),
      h("a", { href: "/docs/errors" }, "Errors")
    )
  )

/** The page as text. */
export const frame = (site: Site, { content, description, path, script, title }: Page): string => {
  const { scripts, style } = site.files
  const document = h(
    "html",
    { lang: "en" },
    h(
      "head",
      {},
      h("meta", { charset: "utf-8" }),
      h("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
      h("title", {}, title),
      h("meta", { name: "description", content: description }),
      h("meta", { name: "color-scheme", content: "light dark" }),
      h("link", { rel: "icon", href: "/icon.svg", type: "image/svg+xml" }),
      h("link", { rel: "stylesheet", href: `/assets/${style.name}` }),
      path === undefined
        ? []
        : h("link", { rel: "alternate", type: "text/markdown", href: markdownOf(path) }),
      script === undefined ? [] : h("script", { type: "module", src: `/assets/${scripts[script].name}` })
    ),
    h(
      "body",
      {},
      header(path),
      site.sandbox ? sandboxNote : [],
      h("main", { id: "main", tabindex: -1 }, content),
      footer(site, path)
    )
  )
  const base = new URL(site.publicUrl).pathname.replace(/\/$/, "")
  return `<!DOCTYPE html>\n${html(below(base, document))}\n`
}
