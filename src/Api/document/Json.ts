/**
 * JSON as the steps of the document pass it on. A step makes new objects and changes none.
 */
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"

export type Json = { readonly [key: string]: unknown }

export const isJson = (value: unknown): value is Json => Predicate.isRecord(value)

/** An object, an empty one for anything else. */
export const asRecord = (value: unknown): Json => (isJson(value) ? value : {})

/** What stands at a path, if anything. */
export const at = (value: unknown, ...path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>((inner, key) => (isJson(inner) ? inner[key] : undefined), value)

/** The value with `change` made in each object of it, those within before those around them. */
export const everywhere =
  (change: (object: Json) => unknown) =>
  (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(everywhere(change))
    return isJson(value) ? change(Record.map(value, everywhere(change))) : value
  }

/** An object without some of its keys. */
export const without = (object: Json, ...keys: ReadonlyArray<string>): Json =>
  Record.filter(object, (_, key) => !keys.includes(key))
