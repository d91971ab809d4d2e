/**
 * Pages of the repository in Markdown, as markup, with their links led to where the service shows what they lead to.
 */
import { posix } from "node:path"
import { decodeHTMLStrict } from "entities/decode"
import { lexer, type MarkedToken, type Token, type Tokens } from "marked"
import { shownAt } from "../DocsList.ts"
import { h, type Markup } from "../Markup.ts"
import type { DocsPage } from "../WebFiles.ts"

/** Where a link of a file leads on the site; undefined when nothing is shown there. */
const target = (file: string, href: string): string | undefined => {
  if (/^(?:https?:|#)/.test(href)) return href
  const [, path = "", fragment = ""] = /^([^#]*)(#.*)?$/.exec(posix.join(posix.dirname(file), href)) ?? []
  const page = shownAt.get(path)
  return shownAt.get(path + fragment) ?? (page === undefined ? undefined : page + fragment)
}

/** The place of a heading, as GitHub names it. */
const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replaceAll(/\s/g, "-")

/** What an element of a text is, without its marks. */
const plain = (tokens: ReadonlyArray<Token>): string =>
  tokens
    .map((token) =>
      "tokens" in token && token.tokens !== undefined
        ? plain(token.tokens)
        : "text" in token
          ? String(token.text)
          : ""
    )
    .join("")
    .replace(/\s+/g, " ")

/** Extensions of the library would have tokens of other kinds, and there are none. */
const isKnown = (token: Token): token is MarkedToken => token.type !== undefined

const scrolled = (label: string, content: Markup): Markup =>
  h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": label }, content)

const converter = (file: string) => {
  const taken = new Set<string>()
  const placeOf = (text: string): string => {
    const own = slug(text)
    const place = taken.has(own) ? `${own}-${taken.size}` : own
    taken.add(place)
    return place
  }

  const link = ({ href, tokens }: Tokens.Link): Markup => {
    const to = target(file, href)
    return to === undefined ? h("span", {}, ...all(tokens)) : h("a", { href: to }, ...all(tokens))
  }

  const table = ({ header, rows }: Tokens.Table): Markup => {
    const [first] = header
    return scrolled(
      `Table: ${plain(first?.tokens ?? [])}`,
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            header.map(({ tokens }) => {
              const content = all(tokens)
              return content.length === 0 ? h("td") : h("th", { scope: "col" }, ...content)
            })
          )
        ),
        h(
          "tbody",
          {},
          rows.map((row) =>
            h(
              "tr",
              {},
              row.map(({ tokens }) => h("td", {}, ...all(tokens)))
            )
          )
        )
      )
    )
  }

  const one = (token: Token): ReadonlyArray<Markup> => {
    if (!isKnown(token)) return []
    switch (token.type) {
      case "space":
      case "html":
      case "def":
        return []
      case "heading":
        return [h(`h${token.depth}`, { id: placeOf(plain(token.tokens)) }, ...all(token.tokens))]
      case "paragraph":
        return [h("p", {}, ...all(token.tokens))]
      case "code":
        return [
          h(
            "pre",
            { tabindex: 0, role: "group", "aria-label": `Code: ${token.lang || "text"}` },
            h("code", {}, token.text)
          )
        ]
      case "list":
        return [
          h(
            token.ordered ? "ol" : "ul",
            {},
            token.items.map((item) => h("li", {}, ...all(item.tokens)))
          )
        ]
      case "table":
        return [table(token)]
      case "blockquote":
        return [h("blockquote", {}, ...all(token.tokens))]
      case "hr":
        return [h("hr")]
      case "br":
        return [h("br")]
      case "link":
        return [link(token)]
      case "codespan":
        return [h("code", {}, token.text)]
      case "strong":
      case "em":
      case "del":
        return [h(token.type, {}, ...all(token.tokens))]
      case "text":
        return "tokens" in token && token.tokens !== undefined
          ? all(token.tokens)
          : [decodeHTMLStrict(token.text)]
      case "escape":
        return [token.text]
      default:
        throw new Error(`${file}: ${token.type} is shown nowhere else`)
    }
  }
  const all = (tokens: ReadonlyArray<Token>): ReadonlyArray<Markup> => tokens.flatMap(one)
  return all
}

/** The text itself, with its links led in the same way; code is left as it is. */
const rewritten = (file: string, text: string): string =>
  text
    .split(/(^```[\s\S]*?^```)/m)
    .map((part) =>
      part.startsWith("```")
        ? part
        : part
            .replace(/<!--[\s\S]*?-->\n?/g, "")
            .replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, (whole, words: string, href: string) => {
              if (/^(?:https?:|#)/.test(href)) return whole
              const to = target(file, href)
              return to === undefined ? words : `[${words}](${to.replace(/^(\/docs\/[a-z]+)/, "$1.md")})`
            })
    )
    .join("")

/** A page of a file's text; its title is its heading. */
export const pageOf = (file: string, text: string): Pick<DocsPage, "content" | "text" | "title"> => {
  const tokens = lexer(text)
  const heading = tokens.find((token) => token.type === "heading")
  return {
    title: heading !== undefined && "tokens" in heading ? plain(heading.tokens ?? []) : file,
    content: converter(file)(tokens),
    text: rewritten(file, text)
  }
}
