/**
 * A provider that answers `/api/v2/doc/doc` as api.gdeltproject.org does, out of a few recorded articles and one
 * recorded day of counts.
 *
 * Articles are as GDELT gave them to public clients: four of 2024 (test/fixtures/gdelt/SOURCES.md), five of
 * 2026-05-15 and the counts of that day (the documentation of a `finance` command line), five of 2026-08-28
 * (boostedchaos/Pythia), one of 2026-09-05 (PaddyCH96/esg-lens), two of 2025-12
 * (taufik-adinugraha/media_monitoring_poc), twelve of 2026-03 and 2026-04 on the war in Iran (gdelt_articles.csv of
 * farshadmika/IranIsraelUsWarDiscourse), nine of 2026-04 on the American budget, a court and smoke
 * (data/raw/gdelt_articles.csv of civic-lenses/civic-lenses.github.io). They do not age: the window of a search is not
 * looked at, and its words are looked for in the headlines, since the texts are not here. The counts are those of
 * "NVIDIA" in English articles on 2026-05-14, repeated every day at the same time of day, for every search that finds
 * an article: they stand still.
 *
 * GDELT's throttle is not simulated. Statuses, sentences and resolutions follow what clients recorded.
 */
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Array from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import articles from "../data/gdelt-articles.json" with { type: "json" }
import recordedDay from "../data/gdelt-volume-2026-05-14.json" with { type: "json" }
import { parse, type Search } from "./SimulatedGdeltSearch.ts"

const json = (body: unknown) =>
  HttpServerResponse.unsafeJson(body, { headers: { "content-type": "application/json; charset=utf-8" } })

/** A sentence in place of JSON; the status is 200 all the same. */
const sentence = (text: string) =>
  HttpServerResponse.text(text, { headers: { "content-type": "text/html; charset=utf-8" } })

/** What comes without `format=json`. */
const page = sentence(
  "<!DOCTYPE html>\n<html><head><title>GDELT DOC 2.0</title></head><body></body></html>\n"
)

const nothing = json({})

/** Those with most of the terms first, equals in the order of the data. */
const artlist = (search: Search, maxrecords: number) => {
  const found = articles
    .filter((article) => search(article) > 0)
    .toSorted((one, other) => search(other) - search(one))
    .slice(0, maxrecords)
  return found.length === 0 ? nothing : json({ articles: found })
}

const units = { min: 1, h: 60, d: 1440, w: 7 * 1440, m: 30 * 1440, y: 365 * 1440 } as const
const quarter = 15
const hour = 60
const day = 1440

/** In minutes; none for what is no timespan, and for less than a quarter of an hour. */
const minutes = (timespan: string): Option.Option<number> => {
  const [, count, unit] = /^(\d+)(min|h|d|w|m|y)/i.exec(timespan) ?? []
  const length = Object.entries(units).find(([name]) => name === unit?.toLowerCase())?.[1]
  return Option.filter(
    Option.map(Option.fromNullable(length), (length) => Number(count) * length),
    (total) => total >= quarter
  )
}

const resolutionOf = (window: number) => {
  if (window <= 3 * day) return { name: "15m", step: quarter }
  return window <= 7 * day ? { name: "hour", step: hour } : { name: "day", step: day }
}

/** The archive begins in 2017. */
const beginning = Date.UTC(2017, 0, 1)

/** `THHMM`: the time of day of a slot. */
const timeOfDay = (date: string): string => date.slice(8, 13)

const recorded = new Map(recordedDay.map((slot) => [timeOfDay(slot.date), slot]))

const written = (at: DateTime.Utc): string => DateTime.formatIso(at).replace(/[-:]/g, "").replace(/\.\d+/, "")

/** The recorded quarters of an hour within some minutes, as one slot; none where GDELT had none. */
const slot = (start: DateTime.Utc, step: number) => {
  const quarters = Array.filterMap(Array.range(0, step / quarter - 1), (index) =>
    Option.fromNullable(recorded.get(timeOfDay(written(DateTime.add(start, { minutes: index * quarter })))))
  )
  return quarters.length === 0
    ? Option.none()
    : Option.some({
        date: written(start),
        value: quarters.reduce((sum, { value }) => sum + value, 0),
        norm: quarters.reduce((sum, { norm }) => sum + norm, 0)
      })
}

const timeline = (query: string, search: Search, window: number, now: DateTime.Utc) => {
  if (!articles.some((article) => search(article) > 0)) return nothing
  const { name, step } = resolutionOf(window)
  const length = Duration.toMillis(Duration.minutes(step))
  const end = Math.floor(DateTime.toEpochMillis(now) / length)
  const start = Math.max(end - Math.floor(window / step), Math.ceil(beginning / length))
  const data = Array.filterMap(Array.range(start, end - 1), (index) =>
    slot(DateTime.unsafeMake(index * length), step)
  )
  return json({
    query_details: { title: query, date_resolution: name },
    timeline: [{ series: "Article Count", data }]
  })
}

/** The parameters of a call; their names are read in any case. */
const parameters = Effect.map(HttpServerRequest.ParsedSearchParams, (params) => {
  const values = new Map(
    Object.entries(params).map(([name, value]) => [name.toLowerCase(), [value].flat().at(-1) ?? ""])
  )
  return (name: string, usual: string) => values.get(name) ?? usual
})

const answer = Effect.gen(function* () {
  const parameter = yield* parameters
  const mode = parameter("mode", "artlist").toLowerCase()
  if (parameter("format", "html").toLowerCase() !== "json") return page
  const query = parameter("query", "")
  const search = parse(query)
  if (Either.isLeft(search)) return sentence(search.left)
  const window = minutes(parameter("timespan", "3m"))
  if (Option.isNone(window)) return sentence("Timespan is too short.\n")
  if (mode === "artlist") return artlist(search.right, Number(parameter("maxrecords", "75")))
  if (mode === "timelinevolraw") return timeline(query, search.right, window.value, yield* DateTime.now)
  return page
})

/** `/api/v2/doc/doc` with the modes `artlist` and `timelinevolraw`. */
export const router: HttpRouter.HttpRouter = HttpRouter.empty.pipe(HttpRouter.get("/api/v2/doc/doc", answer))
