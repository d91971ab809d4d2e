/**
 * HTML as data: made once, written as text where pages are served, and made into nodes in a browser
 * (`browser/Nodes.ts`). Texts and values are escaped there alone; no other module writes HTML.
 */

/** An element. An attribute that is `true` has no value; one that is `false` or undefined is left out. */
export interface Element {
  readonly name: string
  readonly attributes: Attributes
  readonly children: ReadonlyArray<Markup>
}

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

/** An element, or a text. */
export type Markup = Element | string

/** The namespace of drawings: elements of these names are made in it. */
export const drawing: ReadonlySet<string> = new Set([
  "svg",
  "g",
  "path",
  "line",
  "polyline",
  "rect",
  "circle",
  "text"
])

/** An element: `h("a", { href: "/" }, "Home")`. */
export const h = (
  name: string,
  attributes: Attributes = {},
  ...children: ReadonlyArray<Markup | ReadonlyArray<Markup>>
): Element => ({ name, attributes, children: children.flat() })

/** The attributes that are there, with their values. */
export const present = (attributes: Attributes): ReadonlyArray<readonly [name: string, value: string]> =>
  Object.entries(attributes).flatMap(([name, value]) =>
    value === undefined || value === false ? [] : [[name, value === true ? "" : String(value)] as const]
  )

/** A text within HTML. */
export const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")

/** Elements that have no content, and no end tag (HTML, 13.1.2). */
const empty = new Set([
  "area",
  "base",
  "br",
  "col",
  "embed",
  "hr",
  "img",
  "input",
  "link",
  "meta",
  "source",
  "wbr"
])

/** Writes HTML. A `script` holds data or code: of it, only what would end the element is escaped. */
export const html = (markup: Markup): string => {
  if (typeof markup === "string") return escaped(markup)
  const { attributes, children, name } = markup
  const written = present(attributes).map(([key, value]) =>
    value === "" ? ` ${key}` : ` ${key}="${escaped(value)}"`
  )
  const start = `<${name}${written.join("")}>`
  if (empty.has(name)) return start
  const content =
    name === "script" ? children.map(String).join("").replaceAll("<", "\\u003c") : children.map(html).join("")
  return `${start}${content}</${name}>`
}
