/**
 * A provider that behaves as date.nager.at v3 does, out of recorded replies (test/fixtures/nager/SOURCES.md has
 * their origin): China 2021, Germany, France and the United Kingdom 2025, and Japan 2024 whole; of Australia 2021 8
 * of 21 holidays, of the United States 2025 the two entries of Good Friday alone. The countries are those of an early
 * recording, 110 of them.
 *
 * A known country and a year without a recording: an empty list, for nothing is made up. An unknown country, or one
 * written as the number of its ISO code: 404. A year more than 50 away from the present one: 400 (nager/Nager.Date
 * #812). Which of the two wins is not known; here it is the country. Paths are read in any case, as ASP.NET does.
 * Of the bodies of 400 and 404 only `"status"` is known; the rest is ASP.NET's, without its trace id.
 */
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import countries from "../data/nager-available-countries.json" with { type: "json" }
import holidays from "../data/nager-public-holidays.json" with { type: "json" }

/** By country and year: `JP/2024`. */
const recordings: Readonly<Record<string, ReadonlyArray<object>>> = holidays

const known: ReadonlySet<string> = new Set(countries.map(({ countryCode }) => countryCode))

/** How many years from the present one are served, either way. */
const reach = 50

const list = (body: ReadonlyArray<object>) =>
  HttpServerResponse.unsafeJson(body, { headers: { "content-type": "application/json; charset=utf-8" } })

/** Problem details as ASP.NET makes them (RFC 9110 names the section of the status). */
const problem = (status: number, title: string, section: string) =>
  HttpServerResponse.unsafeJson(
    { type: `https://tools.ietf.org/html/rfc9110#section-${section}`, title, status },
    { status, headers: { "content-type": "application/problem+json; charset=utf-8" } }
  )

const badRequest = problem(400, "Bad Request", "15.5.1")
const notFound = problem(404, "Not Found", "15.5.5")

const publicHolidays = (country: string, year: number, thisYear: number) => {
  if (!known.has(country)) return notFound
  if (!Number.isInteger(year) || Math.abs(year - thisYear) > reach) return badRequest
  return list(recordings[`${country}/${year}`] ?? [])
}

/** `/api/v3/AvailableCountries` and `/api/v3/PublicHolidays/{year}/{country}`; anything else is not found. */
export const router: HttpRouter.HttpRouter = HttpRouter.empty.pipe(
  HttpRouter.get(
    "/:api/:version/:resource",
    Effect.map(HttpRouter.params, ({ api, version, resource }) =>
      `${api}/${version}/${resource}`.toLowerCase() === "api/v3/availablecountries"
        ? list(countries)
        : notFound
    )
  ),
  HttpRouter.get(
    "/:api/:version/:resource/:year/:country",
    Effect.gen(function* () {
      const { api, version, resource, year, country = "" } = yield* HttpRouter.params
      if (`${api}/${version}/${resource}`.toLowerCase() !== "api/v3/publicholidays") return notFound
      return publicHolidays(
        country.toUpperCase(),
        Number(year),
        DateTime.getPartUtc(yield* DateTime.now, "year")
      )
    })
  ),
  HttpRouter.all("*", Effect.succeed(notFound))
)
