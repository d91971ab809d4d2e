import { describe, expect, it } from "@effect/vitest"
import { forecastRequest } from "../../../src/Providers/OpenMeteo/request.ts"
import { beijing } from "./fixtures.ts"

const variables = {
  current: "temperature_2m,relative_humidity_2m,wind_speed_10m,precipitation,weather_code",
  daily: "temperature_2m_max,temperature_2m_min,weather_code"
}

describe("forecastRequest", () => {
  it("is exactly the documented call: no units, no time format, the time zone always (#167013, #36, #1545)", () => {
    expect(forecastRequest({ latitude: 52.52, longitude: 13.41, days: 3 }, "auto")).toEqual({
      path: "/v1/forecast",
      query: { latitude: "52.52", longitude: "13.41", ...variables, timezone: "auto", forecast_days: "3" },
      accept: [400, 429]
    })
  })

  it("asks in GMT for a place without a zone (#1790)", () => {
    expect(forecastRequest({ latitude: 10.49, longitude: -66.88, days: 16 }, "GMT").query).toEqual({
      latitude: "10.49",
      longitude: "-66.88",
      ...variables,
      timezone: "GMT",
      forecast_days: "16"
    })
  })

  it.each([
    ["#811: no exponent", 1e-7, -1e-7, "0", "0"],
    ["no minus zero", -0.001, -0, "0", "0"],
    ["no more than 2 decimals", 52.520_008, 13.404_954, "52.52", "13.4"],
    ["no locale's comma, which would be a list of places", 48.5, 1.5, "48.5", "1.5"],
    ["the north pole and the date line", 90, 180, "90", "180"],
    ["the south pole and the date line from the other side", -90, -180, "-90", "-180"]
  ])("%s", (_, latitude, longitude, north, east) => {
    expect(forecastRequest({ latitude, longitude, days: 1 }, "auto").query).toMatchObject({
      latitude: north,
      longitude: east
    })
  })

  it("relies on units that the recorded reply to these variables has", () => {
    const { current_units, daily_units } = JSON.parse(beijing)
    expect(current_units).toMatchObject({
      time: "iso8601",
      temperature_2m: "°C",
      relative_humidity_2m: "%",
      wind_speed_10m: "km/h",
      precipitation: "mm",
      weather_code: "wmo code"
    })
    expect(daily_units).toMatchObject({
      time: "iso8601",
      temperature_2m_max: "°C",
      temperature_2m_min: "°C",
      weather_code: "wmo code"
    })
  })
})
