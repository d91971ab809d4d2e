/**
 * The fields of the form in the document: what is in them, and what is wrong with them.
 */
import type { Problem } from "../../../Resources/Problem.ts"
import type { Kind } from "../../form/Field.ts"
import { h } from "../../Markup.ts"
import { fill, node } from "../Nodes.ts"
import type { Filled } from "./Request.ts"

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const kinds: ReadonlyArray<Kind> = ["text", "number", "boolean", "lines", "choices"]

const kindOf = (control: Element): Kind | undefined =>
  kinds.find((kind) => kind === control.getAttribute("data-kind"))

/** The controls that are on. */
const controls = (form: HTMLFormElement): ReadonlyArray<Control> =>
  [...form.querySelectorAll<Control>("input, select, textarea")].filter(
    (control) => kindOf(control) !== undefined && !control.matches(":disabled")
  )

const isTicked = (control: Control) =>
  !(control instanceof HTMLInputElement) || control.type !== "checkbox" || control.checked

/** What is typed and chosen. */
export const filled = (form: HTMLFormElement): ReadonlyArray<Filled> => {
  const made = new Map<string, Filled>()
  for (const control of controls(form)) {
    const kind = kindOf(control)
    if (kind === undefined) continue
    const before = made.get(control.name)?.texts ?? []
    const texts = isTicked(control) ? [...before, control.value] : before
    made.set(control.name, { pointer: control.name, kind, texts })
  }
  return [...made.values()]
}

/** What a browser cannot read as a number or a date is empty for a script, and would be left out. */
export const unreadable = (form: HTMLFormElement): ReadonlyArray<Problem> =>
  controls(form)
    .filter((control) => control.validity.badInput)
    .map((control) => ({ pointer: control.name, message: "cannot be read" }))

/** The control of a problem: that of its pointer, or of what its pointer is in. */
const controlOf = (form: HTMLFormElement, pointer: string): Control | undefined => {
  const found = controls(form).find(({ name }) => name === pointer || name.startsWith(`${pointer}/`))
  const above = pointer.slice(0, pointer.lastIndexOf("/"))
  return found ?? (above === "" ? undefined : controlOf(form, above))
}

/** What a label or a legend belongs to. */
const fieldOf = (control: Control): Element => control.closest(".field") ?? control

const labelOf = (control: Control): string =>
  fieldOf(control).querySelector("label, legend")?.firstChild?.textContent?.trim() ?? control.name

/** "line 2 ": the item of a list that a problem is in. */
const placeOf = (control: Control, pointer: string): string => {
  const item = /^\/(\d+)/.exec(pointer.slice(control.name.length))?.[1]
  return item === undefined ? "" : `line ${Number(item) + 1} `
}

const describedBy = "aria-describedby"

const ofElement = (element: Element) => element.getAttribute(describedBy)?.split(" ") ?? []

/** Takes back the errors at the fields. */
const unmark = (form: HTMLFormElement): void => {
  for (const error of form.querySelectorAll(".problem")) {
    const described = form.querySelector(`[${describedBy}~="${error.id}"]`)
    if (described !== null) {
      described.setAttribute(
        describedBy,
        ofElement(described)
          .filter((id) => id !== error.id)
          .join(" ")
      )
    }
    error.remove()
  }
  for (const control of form.querySelectorAll("[aria-invalid]")) control.removeAttribute("aria-invalid")
}

/** Takes back all errors. */
export const clear = (form: HTMLFormElement): void => {
  unmark(form)
  form.querySelector(".problems")?.remove()
}

interface Located {
  readonly control: Control | undefined
  readonly message: string
}

const locate = (form: HTMLFormElement, problems: ReadonlyArray<Problem>): ReadonlyArray<Located> =>
  problems.map(({ message, pointer }) => {
    const control = controlOf(form, pointer)
    return { control, message: control === undefined ? message : `${placeOf(control, pointer)}${message}` }
  })

/** Says at a field what is wrong with it. */
export const mark = (control: Control, message: string): void => {
  const field = fieldOf(control)
  const described = field.matches("fieldset") ? field : control
  const id = `${described.id}-error`
  control.setAttribute("aria-invalid", "true")
  const known = field.querySelector(`#${CSS.escape(id)}`)
  if (known === null) {
    const first = [...field.children].find((child) => child.matches("label.choice, input, select, textarea"))
    field.insertBefore(node(h("p", { class: "problem", id }, message)), first ?? null)
    described.setAttribute(describedBy, [id, ...ofElement(described)].join(" "))
  } else {
    known.append(`; ${message}`)
  }
}

/** Says at the fields what is wrong with them: with all, or those that were touched. */
export const markProblems = (
  form: HTMLFormElement,
  problems: ReadonlyArray<Problem>,
  touched?: ReadonlySet<string>
): void => {
  if (problems.length === 0) clear(form)
  else unmark(form)
  for (const { control, message } of locate(form, problems)) {
    if (control !== undefined && touched?.has(control.name) !== false) mark(control, message)
  }
}

/** The same, with a summary above the form that has the focus and leads to the fields. */
export const showProblems = (form: HTMLFormElement, problems: ReadonlyArray<Problem>): void => {
  clear(form)
  markProblems(form, problems)
  const items = locate(form, problems).map(({ control, message }) => {
    if (control === undefined) return h("li", {}, message)
    const id = control.id === "" ? fieldOf(control).id : control.id
    return h("li", {}, h("a", { href: `#${id}` }, `${labelOf(control)}: ${message}`))
  })
  const summary = document.createElement("div")
  summary.className = "problems"
  summary.tabIndex = -1
  summary.setAttribute("role", "alert")
  const title =
    problems.length === 1 ? "A field needs another value" : `${problems.length} values need to be changed`
  fill(
    summary,
    h("h3", {}, title),
    h("p", {}, "Nothing was signed, and nothing was charged."),
    h("ul", {}, items)
  )
  form.prepend(summary)
  summary.focus()
}

/** Turns on the fields that belong to what is chosen, and the others off. */
export const followChoices = (form: HTMLFormElement): void => {
  for (const variant of form.querySelectorAll<HTMLFieldSetElement>("fieldset[data-when]")) {
    const { is, when = "" } = variant.dataset
    const chosen = form.querySelector<HTMLSelectElement>(`select[name="${CSS.escape(when)}"]`)
    const isOff = chosen?.value !== is
    variant.hidden = isOff
    variant.disabled = isOff
  }
}
