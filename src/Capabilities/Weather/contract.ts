import * as Schema from "effect/Schema"
import { capability, providerFailures, strict } from "../../Api/Capability.ts"
import { envelope } from "../../Api/Envelope.ts"
import { wholeNumber, withDefault } from "../../Api/Fields.ts"
import { Latitude, Longitude } from "../../Api/PlaceFields.ts"
import { WeatherForecast } from "../../Resources/facts/WeatherForecast.ts"

/** Body of `POST /v1/weather`. */
export const WeatherRequest = Schema.Struct({
  latitude: Latitude.annotations({
    description: "Degrees north; rounded to 2 decimals, about a kilometre",
    examples: [39.9]
  }),
  longitude: Longitude.annotations({
    description: "Degrees east; rounded to 2 decimals, about a kilometre",
    examples: [116.4]
  }),
  days: withDefault(
    wholeNumber(1, 16).annotations({ description: "Days of the daily forecast, today first", default: 3 }),
    () => 3
  )
}).annotations({ ...strict, title: "Weather forecast request" })

/** A recorded reply of 2026-09-29 (Open-Meteo, CC BY 4.0). */
const example = {
  request: { latitude: 39.9, longitude: 116.4, days: 1 },
  response: {
    data: {
      location: { latitude: 39.89455, longitude: 116.35983, timezone: "Asia/Shanghai" },
      current: {
        time: "2026-09-29T00:45",
        temperature: 18.8,
        humidity: 80,
        windSpeed: 4.7,
        precipitation: 0,
        weatherCode: 3
      },
      daily: [{ date: "2026-09-29", temperatureMax: 26.2, temperatureMin: 17.2, weatherCode: 51 }]
    },
    meta: { requestId: "req_3f0c9b5a7d1e4c2f8a6b0d9e7c5f3a1b" }
  }
}

/** `POST /v1/weather` */
export const weather = capability("weather", "/v1/weather", {
  id: "weather",
  name: "Weather forecast",
  description:
    "Weather now and daily forecast up to 16 days for a place on Earth, in °C, km/h, mm and WMO codes. " +
    "Model data for reference, not an observation; no hourly forecast. Weather data by Open-Meteo.com " +
    "(https://open-meteo.com/), CC BY 4.0 (https://creativecommons.org/licenses/by/4.0/).",
  category: "weather",
  price: "0.003",
  provider: { kind: "provider", slugs: ["open-meteo"] },
  charges: { never: ["refused"] },
  example
})
  .setPayload(WeatherRequest)
  .addSuccess(envelope(WeatherForecast, {}))
  .addError(providerFailures)
