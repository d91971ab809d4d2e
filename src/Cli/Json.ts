/**
 * Reading of JSON whose shape is not known.
 */

import { isObject, type JsonObject, member } from "../Client/Json.ts"

export { isObject, type JsonObject }

/** The object, or one without members where the value is none. */
export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {})

/** The member that a path of names leads to. */
export const at = (value: unknown, ...path: ReadonlyArray<string>): unknown => path.reduce(member, value)

/** The text at the end of a path, if there is one. */
export const textAt = (value: unknown, ...path: ReadonlyArray<string>): string | undefined => {
  const found = at(value, ...path)
  return typeof found === "string" ? found : undefined
}

/** The list at the end of a path; an empty one where there is none. */
export const listAt = (value: unknown, ...path: ReadonlyArray<string>): ReadonlyArray<unknown> => {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}
