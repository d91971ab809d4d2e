/**
 * What is charged, and what is not: every way in which a call of a capability can end.
 */
import { type Ending, endingsOf } from "../../Api/Charges.ts"
import { type Element, h, type Markup } from "../Markup.ts"
import { section } from "./Parts.ts"
import type { Sold } from "./Site.ts"

type Named = ReturnType<typeof endingsOf>[number]

const words: Readonly<Record<Ending["charged"], string>> = {
  yes: "yes",
  no: "no",
  pending: "not known yet",
  "not by this call; an earlier one may have": "not by this call"
}

const outcome = ({ code, status }: Ending): Markup => {
  if (status === undefined) return "no answer"
  return code === undefined
    ? String(status)
    : h("span", {}, `${status} `, h("a", { href: `/docs/errors#${code}` }, h("code", {}, code)))
}

const row = ([, ending]: Named): Element =>
  h(
    "tr",
    {},
    h("td", {}, outcome(ending)),
    h("td", {}, ending.when),
    h(
      "td",
      {},
      h("span", { class: `charge ${ending.charged === "yes" ? "yes" : "no"}` }, words[ending.charged])
    )
  )

const list = (heading: string, items: ReadonlyArray<string>) =>
  h(
    "div",
    { class: "card" },
    h("h3", {}, heading),
    h(
      "ul",
      {},
      items.map((text) => h("li", {}, text))
    )
  )

/** The section of a capability's page. */
export const charges = ({ facts }: Sold): Element => {
  const endings = endingsOf(facts)
  const answers = (charged: Ending["charged"]) =>
    endings
      .filter(([name, ending]) => ending.status === 200 && ending.charged === charged && name !== "repeated")
      .map(([, { when }]) => when)
  return section(
    "charges",
    "What is charged",
    h(
      "div",
      { class: "cards" },
      list("Charged, with status 200", answers("yes")),
      list("Not charged", [
        ...answers("no"),
        "any error but PAYMENT_SETTLEMENT_PENDING, after which it may be charged: the same payment can be used again, or is what it was before",
        "the same request with the same payment again, for 24 hours: it gets the same answer"
      ])
    ),
    h(
      "details",
      {},
      h("summary", {}, `All ${endings.length} ways in which a call can end`),
      h(
        "table",
        { class: "stacked" },
        h("caption", {}, "How a call can end, and whether it is charged"),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ["Status", "When", "Charged"].map((text) => h("th", { scope: "col" }, text))
          )
        ),
        h("tbody", {}, endings.map(row))
      )
    )
  )
}
