/**
 * The parts of the playground, around the form.
 */
import type { JournalledPurchase } from "../../../Client/Almanac.ts"
import { h, type Markup } from "../../Markup.ts"
import { short } from "./Words.ts"

/** What stands behind the form. Each part is found by its class. */
export const frame: ReadonlyArray<Markup> = [
  h("p", { class: "play-status", role: "status" }),
  h("div", { class: "play-outcome", tabindex: -1, hidden: true }),
  h(
    "section",
    { class: "play-open", "aria-labelledby": "play-open", hidden: true },
    h("h3", { id: "play-open" }, "Open purchases"),
    h("div", { class: "play-open-list" })
  ),
  h("ol", { class: "play-steps", "aria-label": "The four steps of a purchase" }),
  h(
    "section",
    { class: "play-answer", "aria-labelledby": "play-answer", hidden: true },
    h("h3", { id: "play-answer", tabindex: -1 }, "Your answer"),
    h("div", { class: "play-view" }),
    h("div", { class: "play-json" }),
    h(
      "p",
      { class: "actions" },
      h("button", { type: "button", class: "quiet play-repeat" }, "Send the same payment again, free")
    ),
    h("p", { class: "play-repeated", role: "status" })
  )
]

/** What stands in the form below the fields. */
export const purse: ReadonlyArray<Markup> = [
  h(
    "fieldset",
    { class: "play-wallets" },
    h("legend", {}, "Wallet"),
    h("div", { class: "play-wallet-list", "aria-live": "polite" }, h("p", {}, "Looking for wallets."))
  ),
  h(
    "div",
    { class: "field" },
    h("label", { for: "play-budget" }, "Budget for a day (UTC), in USDC"),
    h(
      "p",
      { class: "note", id: "play-budget-help" },
      "No more than that is signed in this browser, by one account. ",
      h("span", { class: "play-spent" })
    ),
    h("input", {
      type: "text",
      inputmode: "decimal",
      id: "play-budget",
      autocomplete: "off",
      "aria-describedby": "play-budget-help"
    })
  ),
  h(
    "p",
    { class: "note" },
    "Each purchase is written down in this browser before it is paid. After a reload it can be finished with the payment that it has: nothing is paid twice."
  )
]

export interface WalletChoice {
  readonly id: string
  readonly name: string
  readonly icon: string | undefined
}

/** The wallets to choose from. */
export const wallets = (
  choices: ReadonlyArray<WalletChoice>,
  chosen: string | undefined
): ReadonlyArray<Markup> =>
  choices.length === 0
    ? [h("p", {}, "This browser has no wallet. The price and the check of the request work without one.")]
    : choices.map(({ icon, id, name }) =>
        h(
          "label",
          { class: "choice" },
          h("input", { type: "radio", name: "play-wallet", value: id, checked: id === chosen }),
          icon === undefined ? "" : h("img", { src: icon, alt: "", width: 20, height: 20 }),
          ` ${name}`
        )
      )

export interface OpenPurchase {
  readonly key: string
  readonly id: string
  readonly amount: string
  readonly payer: string
  readonly at: string
  readonly state: JournalledPurchase["state"]
}

/** What a click does: of a payment that may have been given back, nobody knows that it costs nothing. */
const toFinish = (state: OpenPurchase["state"]) =>
  state === "charged" ? "Fetch the answer, free" : "Fetch the answer, for one charge at most"

/** Purchases whose answer has not come. */
export const openPurchases = (purchases: ReadonlyArray<OpenPurchase>): Markup =>
  h(
    "ul",
    {},
    purchases.map(({ amount, at, id, key, payer, state }) =>
      h(
        "li",
        {},
        h("code", {}, id),
        ` for ${amount} USDC by ${short(payer)}, ${at.slice(0, 16).replace("T", " ")} UTC `,
        h("button", { type: "button", "data-key": key, "data-payer": payer }, toFinish(state))
      )
    )
  )
