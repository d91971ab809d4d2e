/**
 * The form of a capability: the JSON Schema of its request as controls, filled with its example.
 *
 * A control is named by the JSON Pointer of its value, and `data-kind` says how its text becomes JSON
 * (`browser/play/Request.ts`). The service judges what is sent, so the browser's own validation is off. A text's pattern
 * is left out: browsers read it with the flag `v`, the schema means `u`.
 */
import type { CapabilityDescriptor } from "../Api/Discovery.ts"
import { boxes, control, help, mark } from "./form/Control.ts"
import {
  type Field,
  helpOf,
  type Json,
  labelOf,
  list,
  type Need,
  record,
  textOf,
  texts,
  typeOf,
  withoutNull
} from "./form/Field.ts"
import { type Element, h, type Markup } from "./Markup.ts"

/** A value that consists of others. Where it may be left out, none of them is required. */
const group = (field: Field) =>
  h(
    "fieldset",
    { class: "group" },
    h("legend", {}, labelOf(field.name), mark(field)),
    h("p", { class: "note" }, helpOf(field.schema)),
    properties(field.schema, field.value, field.pointer, field.id, field.need)
  )

const fieldOf = (field: Field): Markup => {
  if (typeOf(field.schema) === "object") return group(field)
  const choices = texts(record(field.schema["items"])["enum"])
  if (choices.length > 0) return boxes(field, choices)
  const label = h("label", { for: field.id }, labelOf(field.name), mark(field))
  return h("div", { class: "field" }, label, help(field), control(field))
}

/** A property without a type is one that this object does not have. */
const properties = (
  schema: Json,
  value: unknown,
  pointer: string,
  id: string,
  within: Need
): ReadonlyArray<Markup> =>
  Object.entries(record(schema["properties"])).flatMap(([name, property]) => {
    const own = withoutNull(record(property))
    if (own["type"] === undefined) return []
    const isNeeded = texts(schema["required"]).includes(name)
    const need = within === "required" ? "required" : "required with the others"
    const field = { pointer: `${pointer}/${name}`, id: `${id}-${name}`, name, schema: own }
    return [fieldOf({ ...field, need: isNeeded ? need : "optional", value: record(value)[name] })]
  })

/** The values of a property that may have only these. */
const literals = (variant: Json, name: string) => texts(record(record(variant["properties"])[name])["enum"])

/** One of several objects: the property that tells them apart is chosen, and the fields of the others are off. */
const union = (variants: ReadonlyArray<Json>, value: unknown): ReadonlyArray<Markup> => {
  const [first = {}] = variants
  const name = Object.keys(record(first["properties"])).find((one) =>
    variants.every((variant) => literals(variant, one).length === 1)
  )
  if (name === undefined) throw new TypeError("nothing tells the variants apart")
  const chosen = record(value)[name]
  const described = variants.map(
    (variant) => `${literals(variant, name)[0]}: ${textOf(variant["description"])}`
  )
  const choice = fieldOf({
    pointer: `/${name}`,
    id: `field-${name}`,
    name,
    schema: {
      enum: variants.flatMap((variant) => literals(variant, name)),
      description: described.join("; ")
    },
    need: "required",
    value: chosen
  })
  return [
    choice,
    ...variants.map((variant) => {
      const [literal = ""] = literals(variant, name)
      const { [name]: _, ...others } = record(variant["properties"])
      const isOff = literal !== chosen
      return h(
        "fieldset",
        { class: "variant", "data-when": `/${name}`, "data-is": literal, hidden: isOff, disabled: isOff },
        h("legend", {}, textOf(variant["description"])),
        properties({ ...variant, properties: others }, isOff ? {} : value, "", `field-${literal}`, "required")
      )
    })
  ]
}

/** The form. Its button is off until the page's script is there. */
export const form = ({
  example,
  id,
  price,
  requestSchema
}: Pick<CapabilityDescriptor, "example" | "id" | "price" | "requestSchema">): Element => {
  const variants = list(requestSchema["anyOf"]).map(record)
  const fields =
    variants.length > 0
      ? union(variants, example.request)
      : properties(requestSchema, example.request, "", "field", "required")
  const button = h("button", { type: "submit", disabled: true }, `Buy for ${price.amount} ${price.currency}`)
  return h(
    "form",
    { class: "play-form", novalidate: true, "data-capability": id, "aria-label": "Request" },
    fields,
    h("p", { class: "actions" }, button)
  )
}
