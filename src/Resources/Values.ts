/**
 * Values of answers that have a form. The library's own refinements (`pattern`, `int`, `between`) write titles and
 * sentences of theirs into JSON Schemas, in the place of what a value means; these write nothing but the bounds.
 */
import * as Schema from "effect/Schema"

/** Text of a form. `keywords` are further ones of its JSON Schema. */
export const matching = (form: RegExp, keywords: { readonly format?: string } = {}) =>
  Schema.String.pipe(
    Schema.filter((text) => form.test(text), { jsonSchema: { pattern: form.source, ...keywords } })
  )

/** A calendar day, YYYY-MM-DD. */
export const Day = matching(/^\d{4}-\d{2}-\d{2}$/, { format: "date" })

/** Text that is not empty. */
export const NonEmptyText = Schema.String.pipe(
  Schema.filter((text) => text.length > 0, { jsonSchema: { minLength: 1 } })
)

/** A number with bounds, both included. */
export const numberFrom = (minimum: number, maximum: number) =>
  Schema.Number.pipe(
    Schema.filter((value) => value >= minimum && value <= maximum, { jsonSchema: { minimum, maximum } })
  )

/** A whole number with bounds, both included; without them, one that JSON carries exactly. */
export const integer = (minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER) =>
  Schema.Number.pipe(
    Schema.filter((value) => Number.isSafeInteger(value) && value >= minimum && value <= maximum, {
      // The library takes a type for the whole schema, and drops the description, unless the rule is its own for integers.
      schemaId: Schema.IntSchemaId,
      jsonSchema: { type: "integer", minimum, maximum }
    })
  )

/** How many. */
export const Count = integer(0)
