/**
 * The building blocks of request schemas. Every rule carries the sentence that a caller reads when it is broken
 * and the bound that the JSON Schema shows.
 */
import * as Option from "effect/Option"
import * as ParseResult from "effect/ParseResult"
import * as Schema from "effect/Schema"
import * as AST from "effect/SchemaAST"
import { calendarDay } from "../Resources/CalendarDay.ts"
import { today } from "../Runtime/Clock.ts"
import { isVisible } from "../Text/Visible.ts"

/** A field that may be left out or be null, with the value it then has. */
export const withDefault = <A, I>(schema: Schema.Schema<A, I>, value: () => A) =>
  Schema.optionalWith(schema, { nullable: true, default: value })

/** A field that may be left out or be null. */
export const optional = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.optionalWith(schema, { nullable: true, as: "Option" })

/** How many characters a person would count. */
const codePoints = (text: string): number => {
  let count = 0
  for (const _ of text) count += 1
  return count
}

/** Half of a surrogate pair, and NUL: no provider can be asked for these. */
const broken = /[\p{Cs}\0]/u
const brokenRule = "must have no NUL character and no half of a surrogate pair"

/** Text of `min` to `max` characters, counted in code points after the blanks around it are dropped. */
export const text = (min: number, max: number) => {
  const rule = `must be a text of ${min} to ${max} characters`
  return Schema.String.annotations({ message: () => rule }).pipe(
    Schema.filter((value) => !broken.test(value), { message: () => brokenRule, jsonSchema: {} }),
    Schema.filter(
      (value) => {
        const length = codePoints(value.trim())
        return length >= min && length <= max
      },
      { message: () => rule, jsonSchema: { minLength: min, maxLength: max } }
    ),
    Schema.transform(Schema.String, {
      strict: true,
      decode: (value) => value.trim(),
      encode: (value) => value
    })
  )
}

/** Text with something in it that a person sees: nothing can be found for another. */
export const visibleText = (min: number, max: number) =>
  text(min, max).pipe(
    Schema.filter(isVisible, { message: () => "must have a character that can be seen", jsonSchema: {} }),
    // Descriptions of a filter behind a transformation do not reach the JSON Schema.
    Schema.compose(Schema.String)
  )

/**
 * A list of `min` to `max` items, counted before duplicates are removed, and before any item is decoded: a body has room
 * for tens of thousands.
 */
export const list = <A, I>(item: Schema.Schema<A, I>, min: number, max: number) => {
  const rule = `must be a list of ${min} to ${max} items`
  const counted = (items: ReadonlyArray<unknown>) => items.length >= min && items.length <= max
  const items = Schema.Array(item)
  // What a list is to those who describe it. Decoding by it would come to the count last.
  const described = items.pipe(
    Schema.filter(counted, { jsonSchema: { minItems: min, maxItems: max }, message: () => rule })
  )
  return Schema.declare(
    [item],
    {
      decode: (item) => {
        const decode = ParseResult.decodeUnknown(Schema.Array(item))
        return (input, options, ast) =>
          Array.isArray(input) && counted(input)
            ? decode(input, options)
            : ParseResult.fail(new ParseResult.Type(ast, input))
      },
      encode: (item) => {
        const encode = ParseResult.encodeUnknown(Schema.Array(item))
        return (input, options) => encode(input, options)
      }
    },
    { message: () => rule, [AST.SurrogateAnnotationId]: described.ast }
  )
}

/** A word of a form, without the blanks around it. `form` is a pattern without anchors. */
export const word = (form: string, rule: string) => {
  const written = new RegExp(`^\\s*${form}\\s*$`)
  return Schema.String.annotations({ message: () => rule }).pipe(
    Schema.filter((text) => written.test(text), {
      message: () => rule,
      jsonSchema: { pattern: `^${form}$` }
    }),
    Schema.transform(Schema.String, {
      strict: true,
      decode: (text) => text.trim(),
      encode: (text) => text
    })
  )
}

/** A code in any case; upper-case once decoded. */
const code = (form: string, rule: string) =>
  word(form, rule).pipe(
    Schema.transform(Schema.String, {
      strict: true,
      decode: (text) => text.toUpperCase(),
      encode: (text) => text
    })
  )

/** An ISO 4217 currency code in any case; upper-case once decoded. */
export const CurrencyCode = code("[A-Za-z]{3}", "must be a currency code of 3 letters")

/** An ISO 3166-1 alpha-2 country code in any case; upper-case once decoded. */
export const CountryCode = code("[A-Za-z]{2}", "must be a country code of 2 letters")

/** A calendar day `YYYY-MM-DD` (UTC) from `first` to today. */
export const pastDay = (first: string) => {
  const rule = `must be a calendar day YYYY-MM-DD from ${first} to today`
  const isPastDay = (day: string) => Option.isSome(calendarDay(day)) && day >= first && day <= today()
  return Schema.String.annotations({ message: () => rule }).pipe(
    Schema.filter((written) => isPastDay(written.trim()), {
      message: () => rule,
      jsonSchema: { pattern: "^\\d{4}-\\d{2}-\\d{2}$", format: "date" }
    }),
    // Last: the JSON Schema of a refined transformation has lost the refinement's description.
    Schema.transform(Schema.String, {
      strict: true,
      decode: (day) => day.trim(),
      encode: (day) => day
    })
  )
}

/** A whole number from `min` to `max`; a text is no number. */
export const wholeNumber = (min: number, max: number) => {
  const rule = `must be a whole number from ${min} to ${max}`
  return Schema.Number.annotations({ message: () => rule }).pipe(
    // Not by the library's own bounds, whose titles and sentences the JSON Schema would show.
    Schema.filter((value) => Number.isSafeInteger(value) && value >= min && value <= max, {
      message: () => rule,
      // Otherwise the library drops the description of a schema that names its type.
      schemaId: Schema.IntSchemaId,
      jsonSchema: { type: "integer", minimum: min, maximum: max }
    })
  )
}
