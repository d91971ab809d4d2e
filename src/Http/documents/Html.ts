/**
 * A plain page for people: no scripts, nothing loaded but the icon, light and dark as the reader's system is.
 */
import type { Source } from "./Document.ts"
import * as PageSecurity from "./PageSecurity.ts"

/** A text within HTML. */
export const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

const style = `:root { color-scheme: light dark }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h1 { line-height: 1.2; margin-bottom: 0 } h2 { margin: 2rem 0 0.5rem; font-size: 1.25rem }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; vertical-align: top; padding: 0.4rem 1rem 0.4rem 0 }
tr + tr, tbody tr { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent) }
td.price { white-space: nowrap; font-variant-numeric: tabular-nums }
pre { overflow-x: auto; padding: 0.75rem; border-radius: 0.4rem; background: color-mix(in srgb, currentColor 7%, transparent) }
code { font-size: 0.9em } a { color: light-dark(#0b5cad, #7cb8f5) } td code { white-space: nowrap }
@media (max-width: 40rem) {
  thead { display: none } tr { display: block; padding: 0.5rem 0 } td { display: block; padding: 0.1rem 0 }
}`

export interface Page {
  readonly title: string
  /** For search engines; plain text. */
  readonly description: string
  /** HTML. */
  readonly body: string
  /** Path of the icon. */
  readonly icon: string
  /** The header `Link`: where else the same is found. */
  readonly link: string
}

/** The page as a form of a document that has several. */
export const page = ({ body, description, icon, link, title }: Page): Source => {
  const html = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<meta name="description" content="${escaped(description)}">
<link rel="icon" href="${escaped(icon)}" type="image/svg+xml">
<style>${style}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`
  return {
    contentType: "text/html; charset=utf-8",
    text: html,
    headers: { ...PageSecurity.headers(html, []), link },
    varies: "Accept"
  }
}
