/**
 * What a person sees at an address where nothing is.
 */
import { h } from "../Markup.ts"
import type { Page } from "./Frame.ts"

const places: ReadonlyArray<readonly [path: string, text: string, note: string]> = [
  ["/", "Home", "what is sold, and for how much"],
  ["/docs", "Docs", "how to pay, the client, the command line, MCP"],
  ["/docs/api", "API", "every endpoint, with its fields and errors"]
]

export const notFoundPage: Page = {
  title: "Not found: Almanac",
  description: "There is no page at this address.",
  content: [
    h("h1", {}, "There is nothing here"),
    h(
      "p",
      { class: "lead" },
      "No page and no endpoint has this address. The spelling counts: small letters, and no slash at the end."
    ),
    h(
      "ul",
      {},
      places.map(([href, text, note]) => h("li", {}, h("a", { href }, text), `: ${note}`))
    )
  ]
}
