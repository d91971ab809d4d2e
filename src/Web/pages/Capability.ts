/**
 * The page of a capability: what it is, what it costs and when, what it asks for and answers, and a form to try it.
 */
import { form } from "../Form.ts"
import { type Element, h } from "../Markup.ts"
import { charges } from "./Charges.ts"
import { fieldTable } from "./Fields.ts"
import type { Page } from "./Frame.ts"
import { code, json, quoteCommand, section } from "./Parts.ts"
import { pathOf, priceOf, type Site, type Sold } from "./Site.ts"

/** What the page's module reads. */
const data = ({ explorer, network, publicUrl, sandbox }: Site, { descriptor }: Sold): Element =>
  h(
    "script",
    { type: "application/json", id: "capability" },
    JSON.stringify({ descriptor, network, sandbox, explorer, publicUrl })
  )

const fact = (name: string, ...value: Parameters<typeof h>[2][]): Element =>
  h("div", {}, h("dt", {}, name), h("dd", {}, ...value))

const facts = (sold: Sold): Element => {
  const { category, method, path, provider } = sold.descriptor
  return h(
    "dl",
    { class: "facts" },
    fact("Price", h("strong", {}, priceOf(sold)), " a call"),
    fact("Call", h("code", {}, `${method} ${path}`)),
    fact("Category", category),
    fact("Asks", provider.slugs?.join(", then ") ?? "other capabilities")
  )
}

/** `/c/<id>` */
export const capabilityPage = (site: Site, sold: Sold): Page => {
  const { description, example, id, name, requestSchema, responseSchema } = sold.descriptor
  return {
    path: pathOf(sold),
    title: `${name} (${id}): Almanac`,
    description,
    script: "capability",
    content: [
      h(
        "nav",
        { class: "trail", "aria-label": "Breadcrumb" },
        h("a", { href: "/#prices" }, "All capabilities"),
        h("span", { "aria-hidden": "true" }, " / "),
        h("code", {}, id)
      ),
      h("h1", {}, name),
      h("p", { class: "lead" }, description),
      facts(sold),
      h(
        "section",
        { id: "try", "aria-labelledby": "try-heading" },
        h("h2", { id: "try-heading" }, "Try it"),
        h("noscript", {}, h("p", {}, "The form needs JavaScript. Everything else on this page does not.")),
        form(sold.descriptor),
        data(site, sold)
      ),
      section(
        "price",
        "From a shell",
        h("p", {}, "The price, whether the request is valid and which providers are out. It costs nothing:"),
        code("Command", quoteCommand(site.publicUrl, sold)),
        h(
          "p",
          {},
          "How to pay for the answer: ",
          h("a", { href: "/docs/paying" }, "paying"),
          ", ",
          h("a", { href: "/docs/client" }, "the client package"),
          " or ",
          h("a", { href: "/docs/mcp" }, "MCP"),
          "."
        )
      ),
      charges(sold),
      section(
        "request",
        "The request",
        json("Example of a request", example.request),
        fieldTable("Fields of the request", requestSchema)
      ),
      section(
        "answer",
        "The answer",
        json("Example of an answer", example.response),
        h(
          "details",
          {},
          h("summary", {}, "Fields of the answer"),
          fieldTable("Fields of the answer", responseSchema)
        )
      )
    ]
  }
}
