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

/** Null when it is left out or no number: an asset that CoinGecko knows is never missing for an odd figure. */
const quantity = Schema.optionalWith(Quantity.annotations({ decodingFallback: () => Either.right(null) }), {
  default: () => null
})

/** A text; null when it is left out or no text. */
const text = Schema.optionalWith(
  Schema.NullOr(Schema.String).annotations({ decodingFallback: () => Either.right(null) }),
  { default: () => null }
)

/** `GET /coins/markets`: a list, whose items are judged one by one. */
export const MarketsReply = Schema.Array(Schema.Unknown)
export type MarketsReply = typeof MarketsReply.Type

/** An item: amounts in the quote currency, the change in percent. Without its identifier it is unreadable. */
export const MarketRow = Schema.Struct({
  id: Schema.NonEmptyTrimmedString,
  symbol: text,
  name: text,
  current_price: quantity,
  market_cap: quantity,
  market_cap_rank: quantity,
  total_volume: quantity,
  price_change_percentage_24h: quantity,
  circulating_supply: quantity,
  total_supply: quantity,
  max_supply: quantity
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
