/**
 * The building blocks of the census request.
 */
import * as Schema from "effect/Schema"
import { CensusDataset } from "../../Resources/facts/CensusTable.ts"

/** One of the datasets on offer. */
export const Dataset = CensusDataset.annotations({
  // Without `override`, each of the alternatives would be told with a message of its own.
  message: () => ({ message: "must be acs/acs1 or acs/acs5", override: true })
})

/** Characters of a variable code at most; the longest of the American Community Survey have 15. */
const longestCode = 50

/**
 * A variable's code as the Census Bureau writes it, in upper case: `NAME`, `B01001_001E`. Whole tables
 * (`group(B01001)`) are none.
 */
export const VariableCode = (() => {
  const rule = "must be a census variable code in upper case such as NAME or B01001_001E"
  return Schema.String.annotations({ message: () => rule }).pipe(
    Schema.filter(
      (code) => code.trim().length <= longestCode && /^\s*[A-Z][A-Z0-9]*(_[A-Z0-9]+)*\s*$/.test(code),
      {
        message: () => rule,
        jsonSchema: { pattern: "^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$", maxLength: longestCode }
      }
    ),
    Schema.transform(Schema.String, {
      strict: true,
      decode: (code) => code.trim(),
      encode: (code) => code
    })
  )
})()

/** Bounds of a clause in characters; they are those of ASCII in all that the form allows. */
const shortest = 3
const longest = 100

/** `<level>:*` or `<level>:<codes>`; levels have names such as `zip code tabulation area`. */
const clause = /^[a-z][a-z /()-]*:(\*|\d{1,7}(,\d{1,7})*)$/i

/** What would carry a second clause or another parameter. */
const chained = /&|\bin=/i

/** One clause of geography, the level's name in any case; lower-case once decoded. */
export const GeographyClause = (() => {
  const size = `must be a text of ${shortest} to ${longest} characters`
  return Schema.String.annotations({ message: () => size }).pipe(
    Schema.filter((value) => value.trim().length >= shortest && value.trim().length <= longest, {
      message: () => size,
      jsonSchema: { minLength: shortest, maxLength: longest }
    }),
    Schema.filter((value) => !chained.test(value), {
      message: () => "must be one clause of geography: chained clauses (&in=) are not supported",
      jsonSchema: {}
    }),
    Schema.filter((value) => clause.test(value.trim()), {
      message: () => "must be a clause of geography such as state:*, state:06,36 or county:*",
      jsonSchema: { pattern: "^[A-Za-z][A-Za-z /()-]*:(\\*|\\d{1,7}(,\\d{1,7})*)$" }
    }),
    Schema.transform(Schema.String, {
      strict: true,
      decode: (value) => value.trim().toLowerCase(),
      encode: (value) => value
    })
  )
})()
