/**
 * Parts that several pages have.
 */
import { type Element, h, type Markup } from "../Markup.ts"
import type { Sold } from "./Site.ts"

/** A section with a heading that can be linked to. */
export const section = (
  id: string,
  heading: string,
  ...content: ReadonlyArray<Markup | ReadonlyArray<Markup>>
): Element => h("section", { "aria-labelledby": id }, h("h2", { id }, heading), ...content)

/** Text as it is, which can be scrolled by keyboard. */
export const code = (label: string, text: string): Element =>
  h("pre", { tabindex: 0, role: "group", "aria-label": label }, h("code", {}, text))

/** A value as JSON. */
export const json = (label: string, value: unknown): Element => code(label, JSON.stringify(value, null, 2))

/** A call for its price, in a shell. */
export const quoteCommand = (publicUrl: string, { descriptor: { example, method, path } }: Sold): string =>
  `curl -i -X ${method} ${publicUrl}${path} \\
  -H 'Content-Type: application/json' -H 'Prefer: quote' \\
  -d '${JSON.stringify(example.request).replaceAll("'", "'\\''")}'`
