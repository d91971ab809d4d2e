/**
 * The replies of CoinGecko's API v3, as far as we read them.
 */
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"

/** A number as JSON writes it, in a text: some replies have had them (l2beat/l2beat #2804). */
const NumericText = Schema.String.pipe(
  Schema.pattern(/^-?\d+(\.\d+)?([eE][+-]?\d+)?$/),
  Schema.compose(Schema.NumberFromString),
  Schema.finite()
)

/** A finite number; `JSON.parse` makes an infinity of `1e999`, which is none. */
const Quantity = Schema.NullOr(Schema.Union(Schema.JsonNumber, NumericText))

/** Null when it is left out. */
const strict = Schema.optionalWith(Quantity, { default: () => null })

/** Null when it is left out or no number: one odd figure does not cost the asset. */
const lenient = Schema.optionalWith(Quantity.annotations({ decodingFallback: () => Either.right(null) }), {
  default: () => null
})

/** `GET /coins/markets`: a list, whose items are judged one by one. */
export const MarketsReply = Schema.Array(Schema.Unknown)
export type MarketsReply = typeof MarketsReply.Type

/** An item: amounts in the quote currency, the change in percent. A price that is no number makes it unreadable. */
export const MarketRow = Schema.Struct({
  id: Schema.NonEmptyTrimmedString,
  symbol: Schema.String,
  name: Schema.String,
  current_price: strict,
  market_cap: lenient,
  market_cap_rank: lenient,
  total_volume: lenient,
  price_change_percentage_24h: lenient,
  circulating_supply: lenient,
  total_supply: lenient,
  max_supply: lenient
})
export type MarketRow = typeof MarketRow.Type

/** The body of a 400 for a quote currency that is not supported. */
export const UnsupportedCurrency = Schema.Struct({ error: Schema.Literal("invalid vs_currency") })

const Code = Schema.Struct({ error_code: Schema.Number }).pipe(Schema.pluck("error_code"))
const StatusCode = Schema.Struct({ status: Code }).pipe(Schema.pluck("status"))

/** The code of an error, in each of the three places where it has been seen. */
export const ErrorCode = Schema.Union(
  StatusCode,
  Schema.Struct({ error: StatusCode }).pipe(Schema.pluck("error")),
  Code
)
