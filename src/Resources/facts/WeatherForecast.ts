import * as Schema from "effect/Schema"
import { Day, matching } from "../Values.ts"

const celsius = (description: string) => Schema.NullOr(Schema.Number).annotations({ description })

/** Source: World Meteorological Organization, code table 4677, as far as Open-Meteo uses it. */
const weatherCode = Schema.NullOr(Schema.Number).annotations({
  description:
    "WMO weather code: 0 clear; 1, 2, 3 mainly clear, partly cloudy, overcast; 45, 48 fog, rime fog; 51, 53, 55 " +
    "drizzle; 56, 57 freezing drizzle; 61, 63, 65 rain; 66, 67 freezing rain; 71, 73, 75 snow; 77 snow grains; " +
    "80, 81, 82 rain showers; 85, 86 snow showers; 95 thunderstorm; 96, 99 thunderstorm with hail"
})

/** The weather at one time: a model's value for the grid cell, not an observation. */
export const CurrentWeather = Schema.Struct({
  time: matching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/).annotations({
    description: "Local time of the values, YYYY-MM-DDTHH:MM, in location.timezone",
    examples: ["2026-09-29T00:45"]
  }),
  temperature: celsius("Air temperature 2 m above ground, °C"),
  humidity: Schema.NullOr(Schema.Number).annotations({
    description: "Relative humidity 2 m above ground, %"
  }),
  windSpeed: Schema.NullOr(Schema.Number).annotations({ description: "Wind speed 10 m above ground, km/h" }),
  precipitation: Schema.NullOr(Schema.Number).annotations({
    description: "Rain, showers and snow of the quarter of an hour before, mm of water"
  }),
  weatherCode
}).annotations({ title: "CurrentWeather" })

/** The weather of one local day. */
export const DailyWeather = Schema.Struct({
  date: Day.annotations({
    description: "Local day, YYYY-MM-DD, in location.timezone",
    examples: ["2026-09-29"]
  }),
  temperatureMax: celsius("Highest air temperature 2 m above ground, °C"),
  temperatureMin: celsius("Lowest air temperature 2 m above ground, °C"),
  weatherCode
}).annotations({ title: "DailyWeather" })

/** A forecast for one cell of the weather model's grid. */
export const WeatherForecast = Schema.Struct({
  location: Schema.Struct({
    latitude: Schema.Number.annotations({
      description: "Latitude of the grid cell that the forecast is for, degrees north; not the one asked for"
    }),
    longitude: Schema.Number.annotations({
      description: "Longitude of the grid cell that the forecast is for, degrees east; not the one asked for"
    }),
    timezone: Schema.NullOr(Schema.String).annotations({
      description: "IANA name of the time zone of all times and days here; GMT where none is known",
      examples: ["Asia/Shanghai"]
    })
  }).annotations({ description: "What the forecast is for" }),
  current: Schema.NullOr(CurrentWeather).annotations({
    description: "The weather now, null when the provider gave none"
  }),
  daily: Schema.Array(DailyWeather).annotations({
    description: "One entry a day, today first; days beyond what the provider forecasts are absent"
  })
}).annotations({
  title: "WeatherForecast",
  description: "A forecast for one cell of the grid of a weather model"
})
export type WeatherForecast = typeof WeatherForecast.Type
