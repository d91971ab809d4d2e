/**
 * The request is checked while it is typed: its price, and what is wrong at the fields that were touched. Free.
 */
import type { CapabilityId } from "../../../Client/Capability.ts"
import { quote, type Service } from "./Buying.ts"
import { filled, followChoices, markProblems, unreadable } from "./Fields.ts"
import { request } from "./Request.ts"
import type { Stage } from "./Stage.ts"

/** Milliseconds after a change until the request is checked. */
const pause = 300

/** Gives a function that calls off whatever check is under way: a purchase checks for itself. */
export const checkLive = (
  { form, price, submit }: Stage,
  service: Service,
  id: CapabilityId
): (() => void) => {
  const touched = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let turn = 0

  const check = async (own: number) => {
    const asked = await quote(service, id, request(filled(form)))
    if (own !== turn) return
    markProblems(form, [...unreadable(form), ...asked.problems], touched)
    submit.textContent = `Buy for ${asked.price} USDC`
    const out = asked.unavailableProviders.join(", ")
    price.textContent = out === "" ? "" : `Known to be out: ${out}.`
  }
  const stop = () => {
    clearTimeout(timer)
    turn += 1
  }
  form.addEventListener("change", ({ target }) => {
    followChoices(form)
    if (!(target instanceof Element && target.hasAttribute("data-kind"))) return
    touched.add(target.getAttribute("name") ?? "")
    stop()
    const own = turn
    // A check that fails tells nothing: the purchase will.
    timer = setTimeout(() => void check(own).catch(() => undefined), pause)
  })
  return stop
}
