/**
 * The page that every error links to: what the codes mean and what to do, made from the list of errors.
 */
import { errorHelp } from "../../Api/ErrorHelp.ts"
import { type Code, codes } from "../../Api/Failure.ts"
import { type Element, h } from "../Markup.ts"
import type { Page } from "./Frame.ts"

const known: ReadonlyArray<Code> = Object.keys(errorHelp).filter((code): code is Code => code in codes)

const entry = (code: Code): Element => {
  const { retryable, status } = codes[code]
  const { meaning, remedy } = errorHelp[code]
  return h(
    "section",
    { id: code, class: "error", "aria-labelledby": `${code}-heading` },
    h("h2", { id: `${code}-heading` }, h("code", {}, code)),
    h(
      "p",
      { class: "note" },
      `HTTP ${status}, ${retryable ? "retryable: the same call may succeed later" : "not retryable"}`
    ),
    h("p", {}, meaning),
    h("p", {}, remedy)
  )
}

const introduction = [
  "Every error is ",
  '{ "error": { "code", "message", "retryable", "details"? }, "meta": { "requestId" } }',
  ". A charge is proved by the header PAYMENT-RESPONSE with success; without it, this call charged nothing."
] as const

/** `/docs/errors` */
export const errorsPage: Page = {
  path: "/docs/errors",
  title: "Errors: Almanac",
  description: "What each error code of Almanac means, whether the call can be repeated, and what to do.",
  content: [
    h("h1", {}, "Errors"),
    h("p", { class: "lead" }, introduction[0], h("code", {}, introduction[1]), introduction[2]),
    ...known.map(entry)
  ]
}

/** The same in Markdown. */
export const errorsText = (): string => {
  const parts = [
    "# Errors",
    `${introduction[0]}\`${introduction[1]}\`${introduction[2]}`,
    ...known.map((code) => {
      const { retryable, status } = codes[code]
      const { meaning, remedy } = errorHelp[code]
      return `## ${code}\n\nHTTP ${status}, ${retryable ? "retryable" : "not retryable"}. ${meaning} ${remedy}`
    })
  ]
  return `${parts.join("\n\n")}\n`
}
