import type { CurrentWeather, WeatherForecast } from "../../../../Client/generated/types.ts"
import { type Element, h, type Markup } from "../../../Markup.ts"
import { lineChart } from "../chart/LineChart.ts"
import { count, day, dayAt, localTime, measure, number } from "../parts/Format.ts"
import { facts, note, type Prefix, section, table } from "../parts/Layout.ts"
import { quoted } from "../parts/Text.ts"
import { coordinates } from "./Places.ts"
import { weatherWords } from "./WeatherCodes.ts"

const degrees = (value: number): string => `${number(value)} °C`

const now = ({ humidity, precipitation, temperature, time, weatherCode, windSpeed }: CurrentWeather) =>
  section(
    4,
    "Now",
    note("At ", h("time", { datetime: time }, localTime(time)), ", local time."),
    ...facts([
      ["Sky", weatherWords(weatherCode)],
      ["Temperature", measure(temperature, "°C")],
      ["Humidity", measure(humidity, "%")],
      ["Wind", measure(windSpeed, "km/h")],
      ["Rain and snow of the last quarter of an hour", measure(precipitation, "mm")]
    ])
  )

const forecast = ({ daily }: WeatherForecast, prefix: Prefix): ReadonlyArray<Markup> => {
  const days = daily.map(({ date }, index) => ({
    at: dayAt(date)?.getTime() ?? index,
    label: day(date, "short")
  }))
  const lines = [
    { name: "highest", values: daily.map(({ temperatureMax }) => temperatureMax) },
    { name: "lowest", values: daily.map(({ temperatureMin }) => temperatureMin) }
  ]
  // Less than two values make no line.
  const isLine = lines.some(({ values }) => values.filter((value) => value !== null).length > 1)
  const title = `Highest and lowest temperature of ${count(daily.length, "day")}, in °C`
  const picture = h(
    "figure",
    {},
    lineChart({ title, id: `${prefix}-chart`, days, lines, format: degrees }),
    h("figcaption", {}, "Solid line: the highest temperature of a day. Dashed line: the lowest.")
  )
  return [
    ...(isLine ? [picture] : []),
    table(
      `${prefix}-days`,
      "The forecast day by day; temperatures 2 m above ground, in °C.",
      [
        { head: "Day" },
        { head: "Highest", isNumber: true },
        { head: "Lowest", isNumber: true },
        { head: "Weather" }
      ],
      daily.map(({ date, temperatureMax, temperatureMin, weatherCode }) => [
        h("time", { datetime: date }, day(date, "weekday")),
        measure(temperatureMax, "°C"),
        measure(temperatureMin, "°C"),
        weatherWords(weatherCode)
      ])
    )
  ]
}

/** `weather` */
export const weather = (data: WeatherForecast, prefix: Prefix): Element => {
  const { latitude, longitude, timezone } = data.location
  return section(
    3,
    "Weather forecast",
    note(
      `For the grid cell at ${coordinates(latitude, longitude)}; times and days in `,
      quoted(timezone ?? "an unknown time zone"),
      "."
    ),
    data.current === null ? note("The provider gave no weather of now.") : now(data.current),
    section(
      4,
      "The next days",
      ...(data.daily.length === 0 ? [note("There is no forecast.")] : forecast(data, prefix))
    )
  )
}
