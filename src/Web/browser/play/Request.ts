/**
 * The request that a filled form stands for: the inverse of `Web/Form.ts`.
 */
import { isObject, type JsonObject } from "../../../Client/Json.ts"
import type { Kind } from "../../form/Field.ts"

/** A control, or all boxes of one name. */
export interface Filled {
  /** JSON Pointer. */
  readonly pointer: string
  readonly kind: Kind
  /** What is typed or chosen; the boxes that are ticked. */
  readonly texts: ReadonlyArray<string>
}

/** A text that is no number stays one: the service says what is wrong with it. */
const number = (text: string): number | string => (Number.isFinite(Number(text)) ? Number(text) : text)

/** The value of a control; `undefined` for one that is empty. */
const valueOf = ({ kind, texts }: Filled): unknown => {
  const lines = texts
    .flatMap((text) => text.split("\n"))
    .map((line) => line.trim())
    .filter((line) => line !== "")
  if (lines.length === 0) return undefined
  if (kind === "lines" || kind === "choices") return lines
  const text = lines.join(" ")
  if (kind === "number") return number(text)
  return kind === "boolean" ? text === "true" : text
}

const put = (object: JsonObject, [name = "", ...rest]: ReadonlyArray<string>, value: unknown): JsonObject => {
  const within = object[name]
  return { ...object, [name]: rest.length === 0 ? value : put(isObject(within) ? within : {}, rest, value) }
}

/** Empty controls are left out, and so are objects of which all are. */
export const request = (filled: ReadonlyArray<Filled>): JsonObject => {
  let made: JsonObject = {}
  for (const control of filled) {
    const value = valueOf(control)
    if (value !== undefined) made = put(made, control.pointer.split("/").slice(1), value)
  }
  return made
}
