/**
 * The playground: a capability is bought from its form, by whichever wallet the browser has, and what goes over the wire
 * is shown.
 */
import { AlmanacError } from "../../../Client/Errors.ts"
import { byNetwork } from "../../../Resources/Assets.ts"
import * as Usdc from "../../../Resources/Usdc.ts"
import { h } from "../../Markup.ts"
import { fill, node } from "../Nodes.ts"
import { mount } from "../views/index.ts"
import { ask, type Bought, type Buyer, buy, fetchAgain, OtherAccount, type Service } from "./Buying.ts"
import { chooser } from "./Chooser.ts"
import { clear, filled, mark, showProblems, unreadable } from "./Fields.ts"
import { type OpenPurchase, openPurchases } from "./Layout.ts"
import { checkLive } from "./LiveCheck.ts"
import { baseUrlOf, type Page } from "./Page.ts"
import { remembered } from "./Purchases.ts"
import { request } from "./Request.ts"
import { type Stage, stage } from "./Stage.ts"
import { raw } from "./Steps.ts"
import { short, type Told, told } from "./Words.ts"

const budgetPlace = "almanac.budget"

/** What a person who has not chosen yet may spend on a day: more than all capabilities cost once. */
const firstBudget = "0.50"

const noWallet: Told = {
  tone: "calm",
  title: "A wallet is needed to buy",
  text: "The request is fine, and its price stands above. Nothing was signed, nothing was charged. The docs show how programs and the command line pay."
}

const otherAccount = (payer: string): Told => ({
  tone: "calm",
  title: "Another account has paid for it",
  text: `Choose the account ${short(payer)} in your wallet, and fetch it again. Nothing was charged.`
})

/** What is said of an answer, by whether it was charged. */
const here: Readonly<Record<string, string>> = {
  true: "Charged once. The answer is here.",
  false: "The answer is here. Nothing was charged.",
  unknown: "The answer is here. It is not known whether it was charged."
}

/** Shows the answer: as people read it, and as JSON. */
const show = (stage: Stage, { answer, id, input }: Bought): void => {
  mount(stage.view, id, input, answer)
  fill(stage.json, raw("The answer as JSON", JSON.stringify(JSON.parse(answer.text), null, 2)))
  stage.repeated.textContent = ""
  // What was not charged could be charged when it is sent again.
  stage.repeat.hidden = answer.charged !== true
  stage.answer.hidden = false
  stage.answer.querySelector("h3")?.focus()
}

const start = (on: Stage, service: Service, { descriptor: { id } }: Page): void => {
  const wallet = chooser(on.wallets)
  const account = { baseUrl: service.baseUrl, network: service.asset.network }
  const stopChecks = checkLive(on, service, id)
  let running: AbortController | undefined
  let shown: Bought | undefined

  on.budget.value = localStorage.getItem(budgetPlace) ?? firstBudget
  const budget = () => (Usdc.read(on.budget.value.trim()) === undefined ? undefined : on.budget.value.trim())

  /** What is open, and what was spent today. */
  const refresh = async () => {
    const all = await remembered(account, budget() ?? "0")
    const spent = all.filter(({ today }) => today !== "0")
    on.spent.textContent = spent
      .map(({ payer, today }) => `Today: ${today} USDC by ${short(payer)}.`)
      .join(" ")
    const open: ReadonlyArray<OpenPurchase> = all.flatMap((one) =>
      one.open.map((purchase) => ({ ...purchase, payer: one.payer }))
    )
    on.open.hidden = open.length === 0
    fill(on.openList, openPurchases(open))
  }

  /** One thing at a time; whatever ends it is told. */
  const run = async (task: (buyer: Buyer) => Promise<void>) => {
    if (running !== undefined) return
    stopChecks()
    clear(on.form)
    const perDay = budget()
    if (perDay === undefined) {
      mark(on.budget, "has to be an amount of USDC, such as 0.50")
      return on.budget.focus()
    }
    localStorage.setItem(budgetPlace, perDay)
    const ending = new AbortController()
    running = ending
    on.hideOutcome()
    on.stop.hidden = false
    on.submit.setAttribute("aria-disabled", "true")
    try {
      await task({ service, stage: on, perDay, ending })
    } catch (error) {
      on.say("")
      const problems =
        error instanceof AlmanacError && error.charged === false ? error.details?.problems : undefined
      if (error instanceof OtherAccount) on.end(otherAccount(error.message))
      else if (problems !== undefined && problems.length > 0) showProblems(on.form, problems)
      else on.end(told(error))
    } finally {
      running = undefined
      on.stop.hidden = true
      on.submit.removeAttribute("aria-disabled")
      await refresh()
    }
  }

  const delivered = (bought: Bought) => {
    shown = bought
    on.say(here[String(bought.answer.charged)] ?? "")
    show(on, bought)
  }

  const purchase = async (buyer: Buyer) => {
    on.resetSteps()
    on.answer.hidden = true
    const unread = unreadable(on.form)
    if (unread.length > 0) return showProblems(on.form, unread)
    const input = request(filled(on.form))
    const quoted = await ask(buyer, id, input)
    if (quoted.valid === false) {
      on.say("")
      return showProblems(on.form, quoted.problems)
    }
    const chosen = wallet()
    if (chosen === undefined) {
      on.say("")
      return on.end(noWallet)
    }
    delivered(await buy(buyer, chosen, id, input, quoted))
  }

  const again = (buyer: Buyer, open: { readonly key: string; readonly payer: string }) => {
    const chosen = wallet()
    return chosen === undefined
      ? Promise.reject(new OtherAccount(open.payer))
      : fetchAgain(buyer, chosen, open)
  }

  on.form.addEventListener("submit", (event) => {
    event.preventDefault()
    void run(purchase)
  })

  on.openList.addEventListener("click", (event) => {
    const button = event.target instanceof HTMLElement ? event.target.closest("button") : null
    const { key, payer } = button?.dataset ?? {}
    if (key === undefined || payer === undefined) return
    void run(async (buyer) => delivered(await again(buyer, { key, payer })))
  })

  on.repeat.addEventListener("click", () => {
    const before = shown
    if (before === undefined) return
    void run(async (buyer) => {
      const { answer } = await again(buyer, { key: before.answer.key, payer: before.payer })
      const same = answer.text === before.answer.text ? "the same answer, byte for byte" : "another answer"
      const isOne = answer.receipt?.transaction === before.answer.receipt?.transaction
      buyer.stage.say("")
      on.repeated.textContent = `It is ${same}. ${isOne ? "Nothing was charged again." : "Its receipt stands above."}`
    })
  })

  on.stop.addEventListener("click", () => running?.abort(new Error("stopped")))

  on.budget.addEventListener("change", () => void refresh())
  on.submit.disabled = false
  void refresh()
}

/** Browsers may forbid it. */
const hasStorage = (): boolean => {
  try {
    return localStorage.length >= 0
  } catch {
    return false
  }
}

/** Why nothing can be bought here, if that is so. */
const obstacle = (): string | undefined => {
  if (!isSecureContext) return "can pay over https alone"
  return hasStorage() ? undefined : "needs this browser's storage, so that nothing is paid twice"
}

/** Makes the form work; where nothing can be bought, its button stays off. In the sandbox there is a wallet with play money. */
export const play = (form: HTMLFormElement, page: Page): void => {
  const asset = byNetwork(page.network.caip2)
  const baseUrl = baseUrlOf(location.href)
  const reason = asset === undefined ? `cannot pay on ${page.network.caip2}` : obstacle()
  if (asset === undefined || reason !== undefined) {
    form.before(
      node(h("p", {}, `This page ${reason}. Programs buy by the client package or any x402 client.`))
    )
  } else {
    const on = stage(form)
    start(on, { asset, baseUrl, explorer: page.explorer }, page)
    if (page.sandbox) {
      import("../wallet/PlayWallet.ts").then(
        ({ announce }) => announce(baseUrl, asset.chainId),
        () => on.say("The play wallet could not be loaded.")
      )
    }
  }
}
