/**
 * The playground in the document: where its parts are, and how they change.
 */
import { h, type Markup } from "../../Markup.ts"
import { fill, node } from "../Nodes.ts"
import { frame, purse } from "./Layout.ts"
import * as Steps from "./Steps.ts"
import type { Told } from "./Words.ts"

export interface Stage {
  readonly form: HTMLFormElement
  readonly submit: HTMLButtonElement
  readonly stop: HTMLButtonElement
  readonly budget: HTMLInputElement
  readonly price: HTMLElement
  readonly wallets: HTMLElement
  readonly spent: HTMLElement
  readonly open: HTMLElement
  readonly openList: HTMLElement
  readonly answer: HTMLElement
  readonly view: HTMLElement
  readonly json: HTMLElement
  readonly repeat: HTMLButtonElement
  readonly repeated: HTMLElement
  /** Tells what happens now; read aloud. */
  readonly say: (text: string) => void
  readonly step: (number: 1 | 2 | 3 | 4, content: ReadonlyArray<Markup>) => void
  readonly resetSteps: () => void
  /** Tells how it ended, and takes the focus there. */
  readonly end: (told: Told) => void
  readonly hideOutcome: () => void
}

/** An element that this page has made itself. */
const within = <E extends HTMLElement>(root: ParentNode, selector: string, type: new () => E): E => {
  const found = root.querySelector(selector)
  if (found instanceof type) return found
  throw new TypeError(`the page has no ${selector}`)
}

/** Puts the playground around the form that the page has. */
export const stage = (form: HTMLFormElement): Stage => {
  const place = document.createElement("div")
  place.className = "play"
  form.replaceWith(place)
  place.append(form, ...frame.map((part) => node(part)))
  const actions = within(form, ".actions", HTMLElement)
  actions.before(...purse.map((part) => node(part)))
  actions.append(
    node(h("button", { type: "button", class: "quiet play-stop", hidden: true }, "Stop")),
    node(h("span", { class: "play-price" }))
  )
  const status = within(place, ".play-status", HTMLElement)
  const outcome = within(place, ".play-outcome", HTMLElement)
  const steps = within(place, ".play-steps", HTMLElement)
  fill(steps, ...Steps.waiting.map((content) => h("li", {}, content)))

  const step: Stage["step"] = (number, content) => {
    const item = steps.children[number - 1]
    if (item === undefined) return
    item.classList.add("done")
    fill(item, ...content)
  }
  return {
    form,
    submit: within(form, "button[type=submit]", HTMLButtonElement),
    stop: within(form, ".play-stop", HTMLButtonElement),
    budget: within(form, "#play-budget", HTMLInputElement),
    price: within(form, ".play-price", HTMLElement),
    wallets: within(form, ".play-wallet-list", HTMLElement),
    spent: within(form, ".play-spent", HTMLElement),
    open: within(place, ".play-open", HTMLElement),
    openList: within(place, ".play-open-list", HTMLElement),
    answer: within(place, ".play-answer", HTMLElement),
    view: within(place, ".play-view", HTMLElement),
    json: within(place, ".play-json", HTMLElement),
    repeat: within(place, ".play-repeat", HTMLButtonElement),
    repeated: within(place, ".play-repeated", HTMLElement),
    say: (text) => {
      status.textContent = text
    },
    step,
    resetSteps: () => {
      fill(steps, ...Steps.waiting.map((content) => h("li", {}, content)))
    },
    end: ({ text, title, tone }) => {
      outcome.dataset["tone"] = tone
      outcome.hidden = false
      fill(outcome, h("h3", {}, title), h("p", {}, text))
      outcome.focus()
    },
    hideOutcome: () => {
      outcome.hidden = true
    }
  }
}
