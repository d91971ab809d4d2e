/**
 * What the views make of providers' recorded replies, from the reply on: missing values, regions, dead assets.
 */
import { readFileSync } from "node:fs"
import { Either, Schema } from "effect"
import { describe, expect, it } from "vitest"
import * as CoinGecko from "../../src/Providers/CoinGecko/normalise.ts"
import { MarketsReply } from "../../src/Providers/CoinGecko/schema.ts"
import * as Gdelt from "../../src/Providers/Gdelt/normalise.ts"
import { VolumeReply } from "../../src/Providers/Gdelt/schema.ts"
import * as Nager from "../../src/Providers/Nager/normalise.ts"
import { HolidaysReply } from "../../src/Providers/Nager/schema.ts"
import * as OpenMeteo from "../../src/Providers/OpenMeteo/normalise.ts"
import { ForecastReply } from "../../src/Providers/OpenMeteo/schema.ts"
import { view } from "../../src/Web/browser/views/View.ts"
import { named, problemsOf, rowsOf, textOf } from "./ViewsMarkup.ts"

const recorded = <A, I>(schema: Schema.Schema<A, I>, file: string): A =>
  Schema.decodeUnknownSync(Schema.parseJson(schema))(
    readFileSync(new URL(`../fixtures/${file}`, import.meta.url), "utf8")
  )

const meta = { requestId: "req_1", attribution: "Data: The GDELT Project" }

describe("the view of a recorded reply", () => {
  it("weather: a day without values is said to be one, and ends the lines", () => {
    const reply = recorded(ForecastReply, "open-meteo/daily_trailing_nulls_warsaw_2023.json")
    const data = Either.getOrThrow(OpenMeteo.normalise({ latitude: 52, longitude: 20, days: 4 }, reply))
    const markup = view("weather", {}, { data, meta }, "v")
    expect(named(markup, "table").flatMap(rowsOf)).toEqual([
      "Day | Highest | Lowest | Weather",
      "Saturday 11 March | 6.4 °C | -1.6 °C | not known",
      "Sunday 12 March | 5.2 °C | -2 °C | not known",
      "Monday 13 March | 1.2 °C | 1.2 °C | not known",
      "Tuesday 14 March | not known | not known | not known"
    ])
    expect(named(markup, "circle").length).toBe(6)
    expect(problemsOf(markup, "v")).toEqual([])
  })

  it("news.trends: each day of the archive is a point", () => {
    const reply = recorded(VolumeReply, "gdelt/timelinevolraw_15m_two_days_gaps.json")
    const points = Either.getOrThrow(Gdelt.volume(reply))
    const markup = view("news.trends", {}, { data: { term: "NVIDIA", points }, meta }, "v")
    const [head, ...rows] = named(markup, "table").flatMap(rowsOf)
    expect([head, rows.length]).toEqual(["Day | Share", points.length])
    expect(named(markup, "circle").length).toBe(points.length)
  })

  it("crypto.market: what is not known is said to be so", () => {
    const reply = recorded(MarketsReply, "coingecko/coins_markets_hive_nulls_2022.json")
    const data = Either.getOrThrow(CoinGecko.normalise({ ids: ["hive", "gone"], currency: "usd" }, reply))
    const markup = view("crypto.market", {}, { data, meta }, "v")
    expect(named(markup, "table").flatMap(rowsOf)).toEqual([
      "Asset | Hive HIVE",
      "Rank | 161",
      "Price | 0.552451 USD",
      "Change in 24 hours | ▲ up 1.11 %",
      "Market capitalisation | 204,906,869 USD",
      "Volume of 24 hours | 28,028,938 USD",
      "In circulation | 371,261,453.714",
      "In existence | not known",
      "At most | no limit known"
    ])
    expect(textOf(markup)).toContain("The provider knows no asset called gone.")
  })

  it("holidays: each is in its month, with where it is observed", () => {
    const reply = recorded(HolidaysReply, "nager/v3_AU_2021_regional.json")
    const { covered: _, ...data } = Either.getOrThrow(Nager.normalise({ country: "AU", year: 2021 }, reply))
    const markup = view("holidays", {}, { data, meta }, "v")
    expect(named(markup, "li").length).toBe(data.holidays.length)
    for (const { counties, name } of data.holidays) {
      expect(textOf(markup)).toContain(name)
      if (counties !== null) expect(textOf(markup)).toContain(`in ${counties.join(", ")}`)
    }
    expect(problemsOf(markup, "v")).toEqual([])
  })
})
