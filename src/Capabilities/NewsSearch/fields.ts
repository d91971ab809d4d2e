/**
 * The fields of the news requests. What GDELT would refuse for certain is refused here, before anything is paid.
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { text } from "../../Api/Fields.ts"
import { newsQuery } from "../../Text/NewsQuery.ts"

/** Text of 1 to 500 characters with something in it that a news archive can search for. */
export const SearchText = text(1, 500).pipe(
  Schema.filter((query) => Option.isSome(newsQuery({ query })), {
    message: () =>
      "must have a word of 3 characters or more (2 in Chinese, Japanese or Korean), or a phrase of 5 or more, to search for"
  }),
  // Descriptions of a filter behind a transformation do not reach the JSON Schema.
  Schema.compose(Schema.String)
)

const window =
  "^(?:(?:1[5-9]|[2-9]\\d|[1-9]\\d{2,3})min|[1-9]\\d{0,3}(?:h|hours?|d|days?|w|weeks?|m|months?|y|years?))$"

/** A window that ends now, in GDELT's notation. */
export const Timespan = (() => {
  const rule = "must be a timespan such as 15min (the shortest), 24h, 7d, 2w, 3m (months) or 1y"
  return Schema.String.annotations({ message: () => rule }).pipe(
    Schema.filter((timespan) => new RegExp(window).test(timespan.trim()), {
      message: () => rule,
      jsonSchema: { pattern: window }
    }),
    Schema.transform(Schema.String, {
      strict: true,
      decode: (timespan) => timespan.trim(),
      encode: (timespan) => timespan
    })
  )
})()
