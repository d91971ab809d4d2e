/**
 * Harmless queries that are known to have answers, for `npm run canary` and `npm run doctor`.
 */
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import { type CanaryQuery, reading } from "../CanaryQuery.ts"
import { Forecasts } from "../ports/Forecasts.ts"
import * as Request from "./request.ts"
import * as Raw from "./schema.ts"

const current = ["time", "interval", ...Request.currentVariables]
const daily = ["time", ...Request.dailyVariables]

export const canary: ReadonlyArray<CanaryQuery<Forecasts>> = [
  {
    name: "open-meteo.forecast",
    call: Effect.flatMap(Forecasts, ({ forecast }) =>
      forecast({ latitude: 39.91, longitude: 116.4, days: 3 })
    ),
    reads: reading(Raw.ForecastReply),
    fixtures: ["open-meteo/full_beijing_2026-09-29.json"],
    asked: {
      "": Struct.keys(Raw.ForecastReply.fields),
      current,
      current_units: current,
      daily,
      daily_units: daily
    }
  }
]
