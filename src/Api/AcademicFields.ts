/**
 * Building blocks of request schemas that the scholarly works brought along.
 */
import { Option, Schema } from "effect"
import * as Doi from "../Resources/Doi.ts"
import { isSearchable } from "../Text/SearchTerms.ts"
import { text } from "./Fields.ts"

/** Text of a length, with a word in it that a search engine can look for. */
export const searchText = (min: number, max: number) =>
  text(min, max).pipe(
    Schema.filter((query) => isSearchable(query), {
      message: () => "must have a word to search for",
      jsonSchema: {}
    }),
    // Descriptions of a filter behind a transformation do not reach the JSON Schema.
    Schema.compose(Schema.String)
  )

/** The longest DOIs in use have some 200 characters. */
const maxDoiLength = 512

/** A DOI, bare or after `doi:` or a resolver's address, any case; bare and in lower case once decoded. */
export const DoiText = (() => {
  const rule = "must be a DOI such as 10.1371/journal.pone.0033693"
  return Schema.String.annotations({ message: () => rule }).pipe(
    Schema.filter((value) => value.length <= maxDoiLength && Option.isSome(Doi.parse(value)), {
      message: () => rule,
      jsonSchema: { pattern: "10\\.[0-9]{4,9}[0-9.]*(/|%2[Ff])\\S", maxLength: maxDoiLength }
    }),
    Schema.transform(Schema.String, {
      strict: true,
      decode: (value) => Option.getOrElse(Doi.parse(value), () => value),
      encode: (doi) => doi
    })
  )
})()
