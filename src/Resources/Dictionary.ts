import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

/**
 * An object with any keys and values of one kind, as it is. `Schema.Record` makes a copy by assignment, in which a key
 * `__proto__` is lost: that name belongs to a provider as any other does.
 */
const dictionary = <A>(isValue: (value: unknown) => value is A, values: object) =>
  Schema.declare(
    (input): input is { readonly [name: string]: A } =>
      Predicate.isRecord(input) && Object.values(input).every(isValue),
    { jsonSchema: { type: "object", required: [], properties: {}, additionalProperties: values } }
  )

/** Texts by name. */
export const Texts = dictionary(Predicate.isString, { type: "string" })

/** Anything by name: what a provider has sent. Read it by `Object.hasOwn`. */
export const Fields = dictionary((_value): _value is unknown => true, {})
