import { describe, expect, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import * as Nager from "../../../src/Providers/Nager/index.ts"
import { HolidayCalendar } from "../../../src/Providers/ports/HolidayCalendar.ts"
import { told } from "../../support/provider/Outcome.ts"
import { everyProvider } from "../../support/provider/ProviderSuite.ts"
import { always, observe, type Reply, reply, userAgent } from "../../support/provider/Replies.ts"
import { json, type Script } from "../../support/provider/ScriptedClient.ts"
import { cloudflare1016, countries as countriesReply, problem } from "./fixtures.ts"

const layer = Nager.layer({
  baseUrl: "https://date.nager.at",
  deadline: "8 seconds",
  userAgent
})

const holidays = (country: string, year: number) =>
  Effect.flatMap(HolidayCalendar, (port) => port.holidays({ country, year })).pipe(
    Effect.either,
    Effect.map((outcome) =>
      told(Either.map(outcome, (record) => (record._tag === "None" ? "no list" : record.value)))
    )
  )

const countries = Effect.flatMap(HolidayCalendar, (port) => port.countries).pipe(
  Effect.either,
  Effect.map(told)
)

const html = "<!DOCTYPE html><html><title>404 - Nager.Date</title></html>"
const newYear = {
  date: "2026-01-01",
  localName: "Neujahr",
  name: "New Year's Day",
  countryCode: "AT",
  fixed: false,
  global: true,
  counties: null,
  launchYear: 1967,
  types: ["Public"]
}
const listed =
  '{"country":"AT","year":2026,"covered":true,"holidays":[{"date":"2026-01-01","name":"New Year\'s Day",' +
  '"localName":"Neujahr","countryCode":"AT","global":true,"counties":null,"types":["Public"]}]}'
const empty = (country: string, year: number, covered: boolean) =>
  JSON.stringify({ country, year, covered, holidays: [] })

interface Row {
  readonly name: string
  readonly country?: string
  readonly year?: number
  readonly reply: Reply
  readonly outcome: string
  /** How many requests were sent. */
  readonly sent?: number
}

const rows: ReadonlyArray<Row> = [
  { name: "a list", reply: () => json([newYear]), outcome: listed },
  {
    name: "an unknown country: 404 with problem details",
    country: "XX",
    reply: reply(404, problem(404, "Not Found"), { "content-type": "application/problem+json" }),
    outcome: '"no list"'
  },
  { name: "an unknown country: a bare 404", country: "XX", reply: reply(404, null), outcome: '"no list"' },
  {
    name: "#404: IN, a country without data: 204",
    country: "IN",
    reply: reply(204, null),
    outcome: '"no list"'
  },
  {
    name: "a country without data: 404",
    country: "TH",
    reply: reply(404, problem(404, "Not Found")),
    outcome: '"no list"'
  },
  { name: "no holidays that year: 204", reply: reply(204, null), outcome: '"no list"' },
  { name: "no holidays that year: 404", reply: reply(404, problem(404, "Not Found")), outcome: '"no list"' },
  { name: "no holidays that year: []", reply: reply(200, "[]"), outcome: empty("AT", 2026, true) },
  { name: "no holidays that year: an empty body", reply: reply(200, ""), outcome: '"no list"' },
  { name: "no holidays that year: blanks", reply: reply(200, "\r\n"), outcome: '"no list"' },
  {
    name: "#812: a year out of the window",
    year: 2100,
    reply: reply(400, problem(400, "Bad Request"), { "content-type": "application/problem+json" }),
    outcome: empty("AT", 2100, false)
  },
  {
    name: "#812: the other end",
    year: 1900,
    reply: reply(400, problem(400, "Bad Request")),
    outcome: empty("AT", 1900, false)
  },
  {
    name: "#812: a refused year whose reply has no body",
    year: 2077,
    reply: reply(400, null),
    outcome: empty("AT", 2077, false)
  },
  {
    name: "#812: a refused year told in plain text",
    year: 1975,
    reply: reply(400, "Year not supported"),
    outcome: empty("AT", 1975, false)
  },
  {
    name: "a page with 400 is not Nager.Date's word",
    year: 2100,
    reply: reply(400, `\n${html}`),
    outcome: "ProviderBadResponse: status 400"
  },
  {
    name: "#854: Cloudflare's text with 404",
    reply: reply(404, cloudflare1016),
    outcome: "ProviderBadResponse: status 404"
  },
  ...['{"message":"no Route matched with those values"}', "404 page not found", "null", '"Not Found"'].map(
    (body) => ({
      name: `404 of a gateway: ${body}`,
      reply: reply(404, body),
      outcome: "ProviderBadResponse: status 404"
    })
  ),
  {
    name: "#854: Cloudflare's text with 530",
    reply: reply(530, cloudflare1016),
    outcome: "ProviderUnavailable: status 530"
  },
  {
    name: "#854: Cloudflare's text with 200",
    reply: reply(200, cloudflare1016),
    outcome: "ProviderBadResponse: not JSON"
  },
  {
    name: "#854: Cloudflare's text with 502",
    reply: reply(502, cloudflare1016),
    outcome: "ProviderUnavailable: status 502",
    sent: 2
  },
  {
    name: "JSON of another shape",
    reply: reply(200, problem(404, "Not Found")),
    outcome: "ProviderBadResponse: wrong shape"
  },
  { name: "null", reply: reply(200, "null"), outcome: "ProviderBadResponse: wrong shape" },
  {
    name: "rows of which none is usable",
    reply: () => json([{}, null]),
    outcome: "ProviderBadResponse: no usable row"
  },
  {
    name: "a list cut short",
    reply: reply(200, '[{"date":"2026-01-01"'),
    outcome: "ProviderBadResponse: not JSON"
  },
  {
    name: "422, never told of",
    reply: reply(422, problem(422, "Unprocessable Entity")),
    outcome: "ProviderBadResponse: status 422"
  },
  {
    name: "500",
    reply: reply(500, problem(500, "Internal Server Error")),
    outcome: "ProviderUnavailable: status 500"
  },
  {
    name: "#1123: two moves in a row are one too many",
    reply: reply(308, null, { location: "https://nagerholidays.com/api/v3/PublicHolidays/2026/AT" }),
    outcome: "ProviderBadResponse: redirect not followed",
    sent: 2
  }
]

const run = <A>(script: Script, use: Effect.Effect<A, never, HolidayCalendar>) => observe(script, layer, use)

describe("Nager, holidays", () => {
  everyProvider({
    layer,
    deadline: "8 seconds",
    operations: { holidays: { ask: holidays("AT", 2026), differs: { "200 with nothing": '"no list"' } } }
  })

  it.effect.each(rows)("$name", ({ country = "AT", year = 2026, reply, outcome, sent = 1 }) =>
    Effect.gen(function* () {
      const seen = yield* run(always(reply), holidays(country, year))
      expect(seen.outcome).toBe(outcome)
      expect(seen.calls).toHaveLength(sent)
      expect(seen.calls[0]?.url.href).toBe(`https://date.nager.at/api/v3/PublicHolidays/${year}/${country}`)
    })
  )

  it.effect("#1123: one move is followed", () =>
    Effect.gen(function* () {
      const seen = yield* run(
        ({ host, pathname }) =>
          Effect.sync(
            host === "date.nager.at"
              ? reply(308, null, { location: `https://nagerholidays.com${pathname}` })
              : () => json([newYear])
          ),
        holidays("AT", 2026)
      )
      expect(seen.outcome).toBe(listed)
      expect(seen.calls.map(({ url }) => url.href)).toEqual([
        "https://date.nager.at/api/v3/PublicHolidays/2026/AT",
        "https://nagerholidays.com/api/v3/PublicHolidays/2026/AT"
      ])
    })
  )

  it.effect("#1123: the address is a setting", () =>
    Effect.gen(function* () {
      const moved = Nager.layer({ baseUrl: "https://nagerholidays.com/", deadline: "8 seconds", userAgent })
      const { outcome, calls } = yield* observe(
        always(() => json([newYear])),
        moved,
        holidays("AT", 2026)
      )
      expect(outcome).toBe(listed)
      expect(calls[0]?.url.href).toBe("https://nagerholidays.com/api/v3/PublicHolidays/2026/AT")
    })
  )
})

const unusable: ReadonlyArray<readonly [string, Reply, string]> = [
  ["a page", reply(200, html), "ProviderBadResponse: HTML"],
  ["an empty body", reply(200, ""), "ProviderBadResponse: empty body"],
  ["no content", reply(204, null), "ProviderBadResponse: empty body"],
  ["gone", reply(404, problem(404, "Not Found")), "ProviderBadResponse: status 404"],
  ["out of order", reply(500, null), "ProviderUnavailable: status 500"],
  ["an empty list", reply(200, "[]"), "ProviderBadResponse: no usable row"],
  ["of another shape", reply(200, '{"AD":"Andorra"}'), "ProviderBadResponse: wrong shape"],
  ["#854: Cloudflare's text", reply(200, cloudflare1016), "ProviderBadResponse: not JSON"]
]

describe("Nager, countries", () => {
  it.effect("the recorded list", () =>
    Effect.gen(function* () {
      const { outcome, calls } = yield* run(() => Effect.sync(reply(200, countriesReply)), countries)
      const codes: ReadonlyArray<string> = JSON.parse(outcome)
      expect(codes.slice(0, 6)).toEqual(["AD", "AL", "AR", "AT", "AU", "AX"])
      expect(codes).toHaveLength(110)
      expect(calls.map(({ url }) => url.href)).toEqual(["https://date.nager.at/api/v3/AvailableCountries"])
    })
  )

  it.effect.each(unusable)("a list that is %s", ([_, answer, outcome]) =>
    Effect.gen(function* () {
      expect((yield* run(() => Effect.sync(answer), countries)).outcome).toBe(outcome)
    })
  )

  it.effect("a list that hangs is cut at a quarter of the deadline", () =>
    Effect.gen(function* () {
      const { outcome } = yield* run(() => Effect.never, Effect.timed(countries))
      expect([outcome[1], String(outcome[0])]).toEqual(["ProviderTimeout: deadline passed", "Duration(2s)"])
    })
  )
})
