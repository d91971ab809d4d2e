/**
 * `/` for a person: what it is, what it costs, a 402 as it looks now, two commands, and how the providers are.
 */
import { type Element, h, type Markup } from "../Markup.ts"
import type { Page } from "./Frame.ts"
import { code, quoteCommand, section } from "./Parts.ts"
import { pathOf, priceOf, type Site, type Sold } from "./Site.ts"

const hero = (site: Site): Element =>
  h(
    "div",
    { class: "hero" },
    h("h1", {}, "Research and data, paid per call"),
    h("p", { class: "lead" }, site.summary),
    h(
      "p",
      { class: "actions" },
      h("a", { class: "button", href: "#prices" }, "Prices, and a form for each"),
      h("a", { class: "button quiet", href: "/docs" }, "Read the docs")
    )
  )

const step = (heading: string, ...text: ReadonlyArray<Markup>) =>
  h("li", { class: "card" }, h("h3", {}, heading), h("p", {}, ...text))

const how: Element = section(
  "how",
  "How a call goes",
  h(
    "ol",
    { class: "cards steps" },
    step(
      "Ask",
      "Post the request as JSON. Without a payment the answer is ",
      h("code", {}, "402"),
      " with the price. That is free."
    ),
    step(
      "Sign",
      "Your wallet signs an authorization of exactly that amount. No transaction of yours, no gas, no account, no key of ours."
    ),
    step(
      "Get it",
      "Send the same request with the signature. A call that fails is not charged; sent again, the same payment gets the same answer."
    )
  )
)

/** Without the extensions, which have an example and the schema: they would hide the rest. */
const shownChallenge = ({ challenge }: Sold) => {
  const { extensions: _, ...shown } = challenge
  return shown
}

const request = ({ descriptor: { example, method, path } }: Sold): string =>
  `${method} ${path}\nContent-Type: application/json\n\n${JSON.stringify(example.request)}`

const live = (sold: Sold): Element =>
  section(
    "live",
    "A 402, live",
    h(
      "div",
      { class: "exchange", id: "exchange", "data-path": sold.descriptor.path },
      h("figure", {}, h("figcaption", {}, "The request, without a payment"), code("Request", request(sold))),
      h(
        "figure",
        {},
        h(
          "figcaption",
          {},
          h("span", { id: "asked", role: "status" }, "Its answer: ", h("code", {}, "402 Payment Required"))
        ),
        h(
          "pre",
          { tabindex: 0, role: "group", "aria-label": "Header PAYMENT-REQUIRED, decoded" },
          h("code", { id: "challenge" }, JSON.stringify(shownChallenge(sold), null, 2))
        )
      )
    ),
    h(
      "p",
      { class: "note" },
      "The answer is the header ",
      h("code", {}, "PAYMENT-REQUIRED"),
      ", decoded: ",
      h("code", {}, sold.challenge.accepts[0].amount),
      " of the token's smallest unit are ",
      priceOf(sold),
      ". Where JavaScript runs, your browser has just asked for it."
    ),
    h("script", { type: "application/json", id: "example" }, JSON.stringify(sold.descriptor.example.request))
  )

const row = (sold: Sold): Element => {
  const { category, description, name, path } = sold.descriptor
  return h(
    "tr",
    {},
    h("th", { scope: "row" }, h("a", { href: pathOf(sold) }, name), h("small", {}, category)),
    h("td", { class: "price" }, priceOf(sold)),
    h("td", {}, `${description.split(". ")[0]}`),
    h("td", {}, h("code", {}, path))
  )
}

const prices = (sold: ReadonlyArray<Sold>): Element =>
  section(
    "prices",
    "Prices",
    h(
      "table",
      { class: "prices stacked" },
      h("caption", {}, `${sold.length} capabilities, priced per call`),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["Capability", "Price", "What it answers", "Path"].map((text) => h("th", { scope: "col" }, text))
        )
      ),
      h("tbody", {}, sold.map(row))
    )
  )

const commands = ({ publicUrl }: Site, sold: Sold): Element =>
  section(
    "commands",
    "Two commands",
    h("p", {}, "See a price, and whether a request is valid. It costs nothing:"),
    code("See a price", quoteCommand(publicUrl, sold)),
    h(
      "p",
      {},
      "Buy the answer by the command line, with the key of a wallet in ",
      h("code", {}, "ALMANAC_PRIVATE_KEY"),
      ":"
    ),
    code(
      "Buy an answer",
      `ALMANAC_URL=${publicUrl} npm run almanac -- call ${sold.descriptor.id} '${JSON.stringify(sold.descriptor.example.request)}'`
    ),
    h(
      "p",
      {},
      "Programs buy by ",
      h("a", { href: "/docs/client" }, "the client package"),
      " or any x402 client; agents by ",
      h("a", { href: "/docs/mcp" }, "MCP"),
      " at ",
      h("code", {}, `${publicUrl}/mcp`),
      "."
    )
  )

const status: Element = section(
  "status",
  "Status of the providers",
  h(
    "div",
    { id: "providers", "aria-live": "polite" },
    h(
      "p",
      {},
      "As this service knows it from its last calls, as JSON: ",
      h("a", { href: "/v1/status" }, "/v1/status"),
      "."
    )
  )
)

/** `/`; `example` is the capability that is shown. */
export const homePage = (site: Site, sold: ReadonlyArray<Sold>, example: Sold | undefined): Page => ({
  path: "/",
  title: "Almanac: research and data, paid per call",
  description: site.summary,
  script: "home",
  content: [
    hero(site),
    how,
    prices(sold),
    ...(example === undefined ? [] : [live(example), commands(site, example)]),
    status
  ]
})
