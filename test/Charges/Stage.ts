/**
 * Providers that do what a test says, one play for all of them: whole answers, empty ones, refusals, failures.
 */
import { Context, Deferred, Duration, Effect, Layer, Option } from "effect"
import { Pauses } from "../../src/Pauses.ts"
import { Circuits } from "../../src/Providers/client/Circuits.ts"
import {
  ProviderBadResponse,
  type ProviderError,
  ProviderRateLimited,
  ProviderTimeout,
  ProviderUnavailable,
  QueryRefused
} from "../../src/Providers/Errors.ts"
import { CensusTables } from "../../src/Providers/ports/CensusTables.ts"
import { CryptoMarket } from "../../src/Providers/ports/CryptoMarket.ts"
import { EntityIndex } from "../../src/Providers/ports/EntityIndex.ts"
import { Forecasts } from "../../src/Providers/ports/Forecasts.ts"
import { Gazetteer } from "../../src/Providers/ports/Gazetteer.ts"
import { HolidayCalendar, type HolidayCalendarRecord } from "../../src/Providers/ports/HolidayCalendar.ts"
import { NewsArchive } from "../../src/Providers/ports/NewsArchive.ts"
import { ReferenceRates } from "../../src/Providers/ports/ReferenceRates.ts"
import { ScholarlyIndex, type ScholarlyWorks } from "../../src/Providers/ports/ScholarlyIndex.ts"
import { ScholarlyRegistry } from "../../src/Providers/ports/ScholarlyRegistry.ts"
import type { WorkRecord } from "../../src/Resources/facts/WorkRecord.ts"
import type { ProviderSlug } from "../../src/Resources/ProviderSlug.ts"

/** What a provider does. `hang`: it never answers, and `asked` tells that it was asked. */
export type Play =
  | "full"
  | "empty"
  | "not-covered"
  | "refused"
  | "throttled"
  | "unavailable"
  | "bad-response"
  | "late"
  | "fault"
  | "hang"

/** The play of all providers, and of news alone where that is another. */
export class Stage extends Context.Tag("test/Stage")<
  Stage,
  { play: Play; news: Play | undefined; asked: Deferred.Deferred<void> }
>() {
  static readonly layer = Layer.effect(
    Stage,
    Effect.map(
      Deferred.make<void>(),
      (asked): Context.Tag.Service<Stage> => ({ play: "full", news: undefined, asked })
    )
  )
}

const failures: Readonly<Record<string, (provider: ProviderSlug) => ProviderError>> = {
  throttled: (provider) => new ProviderRateLimited({ provider, reason: "test", retryAfter: 7 }),
  unavailable: (provider) => new ProviderUnavailable({ provider, reason: "test" }),
  "bad-response": (provider) => new ProviderBadResponse({ provider, reason: "test" }),
  late: (provider) => new ProviderTimeout({ provider, reason: "test" })
}

const work = (doi: string): WorkRecord => ({
  id: "openalex:W2068311567",
  title: "Redefining climate regions",
  authors: ["Alexander Liss"],
  publicationYear: 2014,
  doi,
  url: `https://doi.org/${doi}`,
  journal: "Geospatial Health",
  citations: 8,
  openAccess: true,
  source: "openalex",
  abstract: null,
  retracted: false
})

const entry = (id: string, currency: string) => ({
  id,
  symbol: id,
  name: id,
  price: 1,
  currency,
  marketCap: null,
  marketCapRank: null,
  volume24h: null,
  change24h: null,
  circulatingSupply: null,
  totalSupply: null,
  maxSupply: null
})

const place = {
  id: "N240109189",
  name: "Berlin",
  street: null,
  houseNumber: null,
  city: "Berlin",
  state: null,
  country: "Germany",
  countryCode: "DE",
  postcode: null,
  latitude: 52.5,
  longitude: 13.4,
  type: "city"
}

const holiday = {
  date: "2021-01-01",
  name: "New Year's Day",
  localName: "New Year's Day",
  countryCode: "CN",
  global: true,
  counties: null,
  types: ["Public"]
}

const article = {
  title: "Nvidia opens a factory",
  url: "https://example.org/news/1",
  source: "example.org",
  publishedAt: "2026-05-01T12:00:00Z",
  language: "English",
  country: "Germany"
}

const entity = {
  id: "Q36724",
  name: "Attila",
  description: "king of the Hunnic Empire",
  url: "https://www.wikidata.org/wiki/Q36724",
  source: "wikidata" as const
}

/** Every provider's port, played on the stage. */
export const ports = Layer.effectContext(
  Effect.map(Stage, (stage) => {
    const played =
      (provider: ProviderSlug, play: () => Play) =>
      <A>(full: A, empty: A, uncovered: A = empty): Effect.Effect<A, ProviderError> =>
        Effect.suspend(() => {
          const present = play()
          if (present === "hang") {
            return Effect.zipRight(Deferred.succeed(stage.asked, undefined), Effect.never)
          }
          if (present === "fault") return Effect.die(new Error("test"))
          const failure = failures[present]
          if (failure !== undefined) return Effect.fail(failure(provider))
          return Effect.succeed(present === "full" ? full : present === "not-covered" ? uncovered : empty)
        })
    const ordinary = (provider: ProviderSlug) => played(provider, () => stage.play)
    const refusing =
      (provider: ProviderSlug, pointer: string, play: () => Play = () => stage.play) =>
      <A>(full: A, empty: A): Effect.Effect<A, ProviderError | QueryRefused> =>
        Effect.suspend(
          (): Effect.Effect<A, ProviderError | QueryRefused> =>
            play() === "refused"
              ? Effect.fail(new QueryRefused({ provider, problems: [{ pointer, message: "is not served" }] }))
              : played(provider, play)(full, empty)
        )

    const works = (provider: ProviderSlug): ScholarlyWorks => ({
      search: () =>
        ordinary(provider)(
          { source: "openalex", count: 1, works: [work("10.4081/gh.2014.294")] },
          { source: "openalex", count: 0, works: [] }
        ),
      work: (doi) => ordinary(provider)(Option.some(work(doi)), Option.none())
    })
    const news = refusing("gdelt", "/query", () => stage.news ?? stage.play)
    return Context.make(ScholarlyIndex, works("openalex")).pipe(
      Context.add(ScholarlyRegistry, works("crossref")),
      Context.add(NewsArchive, {
        articles: () => news([article], []),
        volume: () => news([{ date: "20260501", volume: 0.5 }], [])
      }),
      Context.add(CryptoMarket, {
        markets: ({ ids, currency }) =>
          refusing("coingecko", "/currency")(
            { markets: ids.map((id) => entry(id, currency)), missing: [] },
            { markets: [], missing: [...ids] }
          )
      }),
      Context.add(ReferenceRates, {
        rates: ({ base, currencies }) => {
          const record = {
            base,
            date: "2022-06-29",
            rates: Object.fromEntries(currencies.map((code) => [code, 1]))
          }
          return refusing("frankfurter", "/base")(record, record)
        }
      }),
      Context.add(Forecasts, {
        forecast: ({ latitude, longitude }) => {
          const location = { latitude, longitude, timezone: "GMT" }
          const daily = { date: "2026-05-01", temperatureMax: 20, temperatureMin: 10, weatherCode: 0 }
          return ordinary("open-meteo")(
            { location, current: null, daily: [daily] },
            { location, current: null, daily: [] }
          )
        }
      }),
      Context.add(Gazetteer, {
        search: () => ordinary("photon")({ results: [place] }, { results: [] }),
        nearest: () => ordinary("photon")({ results: [place] }, { results: [] })
      }),
      Context.add(HolidayCalendar, {
        deadline: Duration.seconds(8),
        // A country that is not among them is refused.
        countries: Effect.succeed(["CN"]),
        holidays: ({ country, year }) =>
          ordinary("nager-date")<Option.Option<HolidayCalendarRecord>>(
            Option.some({ country, year, covered: true, holidays: [holiday] }),
            Option.none(),
            Option.some({ country, year, covered: false, holidays: [] })
          )
      }),
      Context.add(EntityIndex, {
        search: () => refusing("wikidata", "/language")({ results: [entity] }, { results: [] })
      }),
      Context.add(CensusTables, {
        table: ({ dataset, year, variables }) => {
          const columns = [...variables, "state"]
          const row = Object.fromEntries(columns.map((column) => [column, "1"]))
          return refusing("us-census", "/variables/0")(
            { dataset, year, columns, rows: [row] },
            { dataset, year, columns, rows: [] }
          )
        }
      })
    )
  })
).pipe(Layer.merge(Layer.merge(Circuits.layer, Pauses.layer)))
