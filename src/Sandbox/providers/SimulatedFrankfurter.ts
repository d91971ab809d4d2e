/**
 * A provider that behaves as api.frankfurter.dev v1 does, out of two recorded days of rates.
 *
 * The numbers are real only for 2019-12-31 and 2022-06-29 (test/fixtures/frankfurter/SOURCES.md has their origin). Every other day repeats a recording under its own date:
 * the last one on or before it, and days before the first recording repeat the first. So the rates stand still
 * between recordings, and "latest" has the rates of 2022-06-29. Statuses, dates and rounding follow
 * lineofflight/frankfurter 60541ad and what clients measured in 2026-08.
 */
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Array from "effect/Array"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { calendarDay } from "../../Resources/CalendarDay.ts"
import newYearsEve2019 from "../data/frankfurter-2019-12-31.json" with { type: "json" }
import june2022 from "../data/frankfurter-2022-06-29.json" with { type: "json" }
import currencies from "../data/frankfurter-currencies.json" with { type: "json" }
import { firstDay, publicationDay } from "./EcbCalendar.ts"

interface Recording {
  readonly date: string
  /** What one euro is worth, by ISO 4217 code. */
  readonly rates: Readonly<Record<string, number>>
}

const first: Recording = newYearsEve2019
const recordings: ReadonlyArray<Recording> = [first, june2022]

/** How long the last publication is carried forward, in days. */
const carriedForward = 14

const recordingFor = (day: string): Recording =>
  Option.getOrElse(
    Array.findLast(recordings, ({ date }) => date <= day),
    () => first
  )

/** Frankfurter's rounding of crosses, by size. The bank's own digits, those of base EUR, are left alone. */
const rounded = (rate: number): number => {
  const decimals = rate > 5000 ? 0 : rate > 80 ? 2 : rate > 20 ? 3 : rate > 1 ? 4 : rate > 0.0001 ? 5 : 6
  return Number(rate.toFixed(decimals))
}

/** Rates of every currency but the base itself; none for a base without a rate. */
const ratesOf = (recording: Recording, base: string): Option.Option<Readonly<Record<string, number>>> => {
  if (base === "EUR") return Option.some(recording.rates)
  const inEuro = recording.rates[base]
  if (inEuro === undefined) return Option.none()
  const crosses = Object.entries({ EUR: 1, ...recording.rates })
    .filter(([code]) => code !== base)
    .map(([code, rate]) => [code, rounded(rate / inEuro)] as const)
  return Option.some(Object.fromEntries(crosses))
}

interface Answer {
  readonly status: number
  readonly body: object
}

const notFound: Answer = { status: 404, body: { message: "not found" } }
const unprocessable = (message: string): Answer => ({ status: 422, body: { message } })

interface Query {
  readonly base: string
  /** None for all currencies. */
  readonly symbols: Option.Option<ReadonlyArray<string>>
}

/** The rates of a day of publication. */
const ratesOn = (day: string, { base, symbols }: Query): Answer => {
  if (Option.exists(symbols, (codes) => codes.every((code) => code === base))) {
    return unprocessable("bad currency pair")
  }
  const rates = Option.getOrElse(ratesOf(recordingFor(day), base), () => ({}))
  const wanted = Object.entries(rates).filter(([code]) =>
    Option.match(symbols, { onNone: () => true, onSome: (codes) => codes.includes(code) })
  )
  if (wanted.length === 0) return notFound
  return { status: 200, body: { amount: 1, base, date: day, rates: Object.fromEntries(wanted) } }
}

/** The rates of the day that a path names: `latest`, its alias `current`, or `YYYY-MM-DD`. */
const ratesFor = (path: string, query: Query, today: DateTime.Utc): Answer => {
  const latest = publicationDay(today)
  if (path === "latest" || path === "current") return ratesOn(DateTime.formatIsoDateUtc(latest), query)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(path)) return notFound
  const asked = calendarDay(path)
  if (Option.isNone(asked)) return unprocessable("invalid date")
  if (path < firstDay || DateTime.greaterThan(asked.value, DateTime.add(latest, { days: carriedForward }))) {
    return notFound
  }
  const day = publicationDay(DateTime.min(asked.value, latest))
  return ratesOn(DateTime.formatIsoDateUtc(day), query)
}

const query = Effect.map(HttpServerRequest.ParsedSearchParams, (params): Query => {
  const last = (name: string) => {
    const value = params[name]
    return Option.fromNullable(Array.isArray(value) ? value.at(-1) : value)
  }
  const upper = (name: string, alias: string) =>
    Option.map(
      Option.orElse(last(alias), () => last(name)),
      (text) => text.toUpperCase()
    )
  return {
    base: Option.getOrElse(upper("base", "from"), () => "EUR"),
    symbols: Option.map(upper("symbols", "to"), (list) => list.split(","))
  }
})

const respond = ({ status, body }: Answer) =>
  HttpServerResponse.unsafeJson(body, {
    status,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "cache-control": status === 200 ? "public, max-age=86400" : "no-store"
    }
  })

/** `/v1/currencies`, `/v1/latest` and `/v1/{date}`; anything else is not found. */
export const router: HttpRouter.HttpRouter = HttpRouter.empty.pipe(
  HttpRouter.get("/v1/currencies", Effect.succeed(respond({ status: 200, body: currencies }))),
  HttpRouter.get(
    "/v1/:day",
    Effect.gen(function* () {
      const { day = "" } = yield* HttpRouter.params
      const today = yield* DateTime.now
      return respond(ratesFor(day, yield* query, DateTime.removeTime(today)))
    })
  ),
  HttpRouter.all("*", Effect.succeed(respond(notFound)))
)
