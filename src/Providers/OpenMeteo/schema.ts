/**
 * The replies of Open-Meteo, as far as we read them.
 */
import * as Schema from "effect/Schema"

const finite = Schema.Number.pipe(Schema.finite())

const Fields = Schema.Record({ key: Schema.String, value: Schema.Unknown })

/**
 * `GET /v1/forecast`: the grid cell, local times, values now, and a column for each variable of the days. Values and
 * entries are judged one by one: `null` is common, and a column may be missing or too short.
 */
export const ForecastReply = Schema.Struct({
  latitude: finite,
  longitude: finite,
  timezone: Schema.optional(Schema.Unknown),
  current: Schema.optional(Schema.Unknown),
  /** Units by variable, of the values now and of those of the days. */
  current_units: Schema.optional(Schema.Unknown),
  daily_units: Schema.optional(Schema.Unknown),
  daily: Schema.Struct({ time: Schema.Array(Schema.Unknown) }, Fields)
})
export type ForecastReply = typeof ForecastReply.Type

/** The values now, by variable, if there are any. */
export const CurrentValues = Fields

/** A failure, whatever its status: `{"error":true,"reason":"..."}`, the keys in any order. */
export const Refusal = Schema.Struct({ error: Schema.Literal(true), reason: Schema.String })

/** A quota's text has been seen with 200 too, so that the status does not tell which of the two a reply is. */
export const Reply = Schema.Union(Refusal, ForecastReply)
