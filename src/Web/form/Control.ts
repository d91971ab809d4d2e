/**
 * The controls of a form.
 */
import * as Predicate from "effect/Predicate"
import { type Element, h } from "../Markup.ts"
import { type Field, helpOf, type Kind, labelOf, list, record, textOf, texts, typeOf } from "./Field.ts"

/** Whether a value is needed, as a part of its label. */
export const mark = ({ need }: Field) => h("span", { class: "need" }, ` ${need}`)

const helpId = ({ id }: Field) => `${id}-help`

/** What is said below the label. */
export const help = (field: Field) => h("p", { class: "note", id: helpId(field) }, helpOf(field.schema))

const common = (field: Field, kind: Kind) => ({
  id: field.id,
  name: field.pointer,
  "data-kind": kind,
  required: field.need === "required",
  "aria-describedby": helpId(field)
})

const select = (field: Field, kind: Kind, values: ReadonlyArray<string>) => {
  const options = field.need === "required" ? values : ["", ...values]
  return h(
    "select",
    common(field, kind),
    options.map((value) => h("option", { value, selected: value === textOf(field.value) }, value))
  )
}

/** The control of a single value. */
export const control = (field: Field): Element => {
  const { schema, value } = field
  const values = texts(schema["enum"])
  if (values.length > 0) return select(field, "text", values)
  const { maximum: max, minimum: min } = schema
  const bounds = {
    ...(Predicate.isNumber(min) ? { min } : {}),
    ...(Predicate.isNumber(max) ? { max } : {})
  }
  switch (typeOf(schema)) {
    case "string": {
      const type = schema["format"] === "date" ? "date" : "text"
      const typed = type === "text" ? { autocomplete: "off" } : {}
      return h("input", { type, ...common(field, "text"), ...typed, value: textOf(value) })
    }
    case "integer":
      return h("input", {
        type: "number",
        ...common(field, "number"),
        ...bounds,
        step: 1,
        value: textOf(value)
      })
    case "number":
      return h("input", {
        type: "number",
        ...common(field, "number"),
        ...bounds,
        step: "any",
        value: textOf(value)
      })
    case "boolean":
      return select(field, "boolean", ["true", "false"])
    case "array":
      if (typeOf(record(schema["items"])) === "string") {
        return h("textarea", { ...common(field, "lines"), rows: 4 }, texts(value).join("\n"))
      }
  }
  // Told where the pages are made, not to who reads them.
  throw new TypeError(`no control for ${field.pointer}: ${JSON.stringify(schema)}`)
}

/** A list of which all possible items are known. */
export const boxes = (field: Field, values: ReadonlyArray<string>) =>
  h(
    "fieldset",
    { class: "field", id: field.id, "aria-describedby": helpId(field) },
    h("legend", {}, labelOf(field.name), mark(field)),
    help(field),
    values.map((value) =>
      h(
        "label",
        { class: "choice" },
        h("input", {
          type: "checkbox",
          id: `${field.id}-${value}`,
          name: field.pointer,
          value,
          "data-kind": "choices" satisfies Kind,
          checked: list(field.value).includes(value)
        }),
        ` ${value}`
      )
    )
  )
