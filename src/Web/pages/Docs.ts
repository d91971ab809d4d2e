/**
 * `/docs` and the pages below it, as the build has made them of the repository's own.
 */
import { docsGroups } from "../DocsList.ts"
import { type Element, h } from "../Markup.ts"
import type { DocsPage, WebFiles } from "../WebFiles.ts"
import type { Page } from "./Frame.ts"
import { section } from "./Parts.ts"

const reference = [
  {
    href: "/docs/api",
    title: "Interactive reference",
    note: "Every endpoint with its schemas, in Swagger UI."
  },
  { href: "/docs/errors", title: "Errors", note: "What each error code means, and what to do." },
  { href: "/openapi.json", title: "OpenAPI", note: "The same reference as a document for programs." },
  { href: "/llms.txt", title: "For language models", note: "The service in one text in Markdown." }
] as const

/** The groups with their pages. */
const groups = ({ docs }: WebFiles) =>
  docsGroups.map(({ pages, title }) => ({
    title,
    pages: pages.flatMap(({ name }) => docs.filter((page) => page.name === name))
  }))

const pathOf = ({ name }: DocsPage) => `/docs/${name}`

const card = (href: string, title: string, note: string): Element =>
  h("li", { class: "card" }, h("h3", {}, h("a", { href }, title)), h("p", {}, note))

const description = "How to buy from Almanac, what its answers and errors mean, and how to run it."

/** `/docs` */
export const docsPage = (files: WebFiles): Page => ({
  path: "/docs",
  title: "Docs: Almanac",
  description,
  content: [
    h("h1", {}, "Docs"),
    ...groups(files).map(({ pages, title }) =>
      section(
        title.toLowerCase().replaceAll(" ", "-"),
        title,
        h(
          "ul",
          { class: "cards plain" },
          pages.map((page) => card(pathOf(page), page.title, page.description))
        )
      )
    ),
    section(
      "reference",
      "Reference",
      h(
        "ul",
        { class: "cards plain" },
        reference.map(({ href, note, title }) => card(href, title, note))
      )
    )
  ]
})

/** The same in Markdown. */
export const docsText = (files: WebFiles): string =>
  [
    "# Docs",
    description,
    ...groups(files).map(({ pages, title }) =>
      [
        `## ${title}\n`,
        ...pages.map((page) => `- [${page.title}](${pathOf(page)}.md): ${page.description}`)
      ].join("\n")
    ),
    ["## Reference\n", ...reference.map(({ href, note, title }) => `- [${title}](${href}): ${note}`)].join(
      "\n"
    ),
    ""
  ].join("\n\n")

const aside = (files: WebFiles, own: DocsPage): Element =>
  h(
    "nav",
    { class: "aside", "aria-label": "Docs" },
    groups(files).flatMap(({ pages, title }) => [
      h("p", {}, title),
      h(
        "ul",
        {},
        pages.map((page) =>
          h(
            "li",
            {},
            h(
              "a",
              { href: pathOf(page), "aria-current": page.name === own.name ? "page" : undefined },
              page.title
            )
          )
        )
      )
    ])
  )

/** `/docs/<name>` */
export const docPage = (files: WebFiles, page: DocsPage): Page => ({
  path: pathOf(page),
  title: `${page.title}: Almanac`,
  description: page.description,
  content: [h("div", { class: "with-aside" }, h("article", {}, ...page.content), aside(files, page))]
})
