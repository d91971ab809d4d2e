/**
 * The page of a capability while it is read: the playground.
 */
import type { Page } from "./play/Page.ts"
import { play } from "./play/Playground.ts"

const form = document.querySelector("form[data-capability]")
const data = document.querySelector("#capability")?.textContent ?? ""
if (form instanceof HTMLFormElement && data !== "") {
  // The service writes it into its own page.
  const page: Page = JSON.parse(data)
  play(form, page)
}
