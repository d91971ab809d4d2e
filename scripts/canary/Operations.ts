/**
 * The operations of the live providers, each with a harmless query that is known to have answers, the schemas that
 * read its reply, and the recorded replies whose shape is known.
 */
import { Effect, type Layer, Option, Struct } from "effect"
import type * as Live from "../../src/Live.ts"
import * as CensusSchema from "../../src/Providers/Census/schema.ts"
import * as CoinGeckoSchema from "../../src/Providers/CoinGecko/schema.ts"
import * as CrossrefRequest from "../../src/Providers/Crossref/request.ts"
import * as CrossrefSchema from "../../src/Providers/Crossref/schema.ts"
import type { UpstreamRequest } from "../../src/Providers/client/Upstream.ts"
import type { ProviderError, QueryRefused } from "../../src/Providers/Errors.ts"
import * as FrankfurterSchema from "../../src/Providers/Frankfurter/schema.ts"
import * as GdeltSchema from "../../src/Providers/Gdelt/schema.ts"
import * as NagerSchema from "../../src/Providers/Nager/schema.ts"
import * as OpenAlexRequest from "../../src/Providers/OpenAlex/request.ts"
import * as OpenAlexSchema from "../../src/Providers/OpenAlex/schema.ts"
import * as OpenMeteoRequest from "../../src/Providers/OpenMeteo/request.ts"
import * as OpenMeteoSchema from "../../src/Providers/OpenMeteo/schema.ts"
import * as PhotonSchema from "../../src/Providers/Photon/schema.ts"
import { CensusTables } from "../../src/Providers/ports/CensusTables.ts"
import { CryptoMarket } from "../../src/Providers/ports/CryptoMarket.ts"
import { EntityIndex } from "../../src/Providers/ports/EntityIndex.ts"
import { Forecasts } from "../../src/Providers/ports/Forecasts.ts"
import { Gazetteer } from "../../src/Providers/ports/Gazetteer.ts"
import { HolidayCalendar } from "../../src/Providers/ports/HolidayCalendar.ts"
import { NewsArchive } from "../../src/Providers/ports/NewsArchive.ts"
import { ReferenceRates } from "../../src/Providers/ports/ReferenceRates.ts"
import { ScholarlyIndex } from "../../src/Providers/ports/ScholarlyIndex.ts"
import { ScholarlyRegistry } from "../../src/Providers/ports/ScholarlyRegistry.ts"
import * as WikidataSchema from "../../src/Providers/Wikidata/schema.ts"
import type { Asked } from "./Drift.ts"
import { items, type Reading, reading } from "./Reading.ts"

/** The ports that the live layers fill. */
export type Ports = Layer.Layer.Success<typeof Live.providers>

/** A recorded reply; or what was recorded of one, and the field of the root that it was in. */
export type Fixture = string | { readonly file: string; readonly field: string }

/** One operation. */
export interface Operation {
  /** As its span is named: `openalex.search`. */
  readonly name: string
  /** Calls the provider through its port: its own request, key, pace, deadline and errors. */
  readonly call: Effect.Effect<unknown, ProviderError | QueryRefused, Ports>
  readonly reads: Reading
  /** Below `test/fixtures`: recorded replies, whose shapes together are the known one. */
  readonly fixtures: ReadonlyArray<Fixture>
  /** Paths of objects whose keys are data. */
  readonly maps?: ReadonlyArray<string>
  /** Where a provider says more than we select or read. */
  readonly asked?: Asked
}

const works = { query: "machine learning public health", limit: 5 }

/** The fields that a request selects. */
const selected = ({ query }: UpstreamRequest): ReadonlyArray<string> => (query?.["select"] ?? "").split(",")

const openAlexWork = "10.4081/gh.2014.294"
const openAlexMaps = (at: string) => [`${at}abstract_inverted_index`]

const openAlex: ReadonlyArray<Operation> = [
  {
    name: "openalex.search",
    call: Effect.flatMap(ScholarlyIndex, ({ search }) => search(works)),
    reads: reading(
      OpenAlexSchema.WorksReply,
      items("results[]", ({ results }) => results, OpenAlexSchema.RawWork)
    ),
    fixtures: [
      "openalex/works_search_2024_full.json",
      "openalex/works_search_2024_conference_null_source.json",
      "openalex/works_search_2024_null_doi_null_source_null_abstract.json"
    ],
    maps: openAlexMaps("results[]."),
    asked: {
      "results[]": selected(OpenAlexRequest.searchRequest(works)),
      "results[].authorships[]": Struct.keys(OpenAlexSchema.Authorship.fields)
    }
  },
  {
    name: "openalex.work",
    call: Effect.flatMap(ScholarlyIndex, ({ work }) => work(openAlexWork)),
    reads: reading(OpenAlexSchema.RawWork),
    fixtures: ["openalex/work_single_2024.json"],
    maps: openAlexMaps(""),
    asked: {
      "": selected(OpenAlexRequest.workRequest(openAlexWork)),
      "authorships[]": Struct.keys(OpenAlexSchema.Authorship.fields)
    }
  }
]

const crossrefWorks = { query: "ecology", limit: 5 }

const crossref: ReadonlyArray<Operation> = [
  {
    name: "crossref.search",
    call: Effect.flatMap(ScholarlyRegistry, ({ search }) => search(crossrefWorks)),
    reads: reading(
      CrossrefSchema.WorksReply,
      items("message.items[]", ({ message }) => message.items, CrossrefSchema.RawWork)
    ),
    fixtures: [
      "crossref/works_query_ecology.json",
      "crossref/works_query_select.json",
      "crossref/works_query_noauthor_nullissued_posted.json",
      "crossref/works_markup_newline_titles.json",
      "crossref/works_correction_org_author_update_to.json",
      "crossref/works_multi_title_author_without_given.json"
    ],
    asked: {
      "message.items[]": selected(CrossrefRequest.searchRequest(crossrefWorks)),
      "message.items[].author[]": Struct.keys(CrossrefSchema.Author.fields)
    }
  },
  {
    name: "crossref.work",
    call: Effect.flatMap(ScholarlyRegistry, ({ work }) => work("10.1371/journal.pone.0033693")),
    reads: reading(CrossrefSchema.WorkReply),
    fixtures: ["crossref/work_by_doi_full.json"],
    asked: {
      message: Struct.keys(CrossrefSchema.RawWork.fields),
      "message.author[]": Struct.keys(CrossrefSchema.Author.fields)
    }
  }
]

const gdelt: ReadonlyArray<Operation> = [
  {
    name: "gdelt.search",
    call: Effect.flatMap(NewsArchive, ({ articles }) => articles({ anyOf: ["Nvidia"], limit: 5 })),
    reads: reading(
      GdeltSchema.ArticlesReply,
      items("articles[]", (reply) => reply.articles ?? [], GdeltSchema.Article)
    ),
    fixtures: ["gdelt/artlist_success.json"]
  },
  {
    name: "gdelt.trends",
    call: Effect.flatMap(NewsArchive, ({ volume }) => volume({ query: "Nvidia", timespan: "7d" })),
    reads: reading(
      GdeltSchema.VolumeReply,
      items(
        "timeline[].data[]",
        (reply) => (reply.timeline ?? []).flatMap(({ data }) => data),
        GdeltSchema.Slot
      )
    ),
    fixtures: ["gdelt/timelinevolraw_day.json", "gdelt/timelinevolraw_15m_two_days_gaps.json"]
  }
]

const coinGecko: Operation = {
  name: "coingecko.markets",
  call: Effect.flatMap(CryptoMarket, ({ markets }) =>
    markets({ ids: ["bitcoin", "ethereum"], currency: "usd" })
  ),
  reads: reading(
    CoinGeckoSchema.MarketsReply,
    items("[]", (rows) => rows, CoinGeckoSchema.MarketRow)
  ),
  fixtures: [
    "coingecko/coins_markets_top10_2026-02-27.json",
    "coingecko/coins_markets_btc_eth_2026-07-28.json"
  ]
}

const frankfurter: Operation = {
  name: "frankfurter.latest",
  call: Effect.flatMap(ReferenceRates, ({ rates }) =>
    rates({ base: "EUR", currencies: ["USD", "GBP"], date: Option.none() })
  ),
  reads: reading(
    FrankfurterSchema.RatesReply,
    items("rates.*", ({ rates }) => Object.values(rates), FrankfurterSchema.Rate)
  ),
  fixtures: ["frankfurter/v1_latest_eur_2022-06-29.json"],
  maps: ["rates"]
}

const current = ["time", "interval", ...OpenMeteoRequest.currentVariables]
const daily = ["time", ...OpenMeteoRequest.dailyVariables]

const openMeteo: Operation = {
  name: "open-meteo.forecast",
  call: Effect.flatMap(Forecasts, ({ forecast }) => forecast({ latitude: 39.91, longitude: 116.4, days: 3 })),
  reads: reading(OpenMeteoSchema.ForecastReply),
  fixtures: ["open-meteo/full_beijing_2026-09-29.json"],
  asked: {
    "": [...Struct.keys(OpenMeteoSchema.ForecastReply.fields), "current_units", "daily_units"],
    current,
    current_units: current,
    daily,
    daily_units: daily
  }
}

const places = reading(
  PhotonSchema.PlacesReply,
  items("features[]", ({ features }) => features, PhotonSchema.Feature)
)

const photon: ReadonlyArray<Operation> = [
  {
    name: "photon.search",
    call: Effect.flatMap(Gazetteer, ({ search }) => search({ text: "Paris", limit: 5 })),
    reads: places,
    fixtures: [
      "photon/forward_paris_limit5_mixed_types.json",
      "photon/forward_museums_paris.json",
      "photon/forward_house_without_name.json",
      "photon/forward_street_and_square_locality.json"
    ]
  },
  {
    name: "photon.reverse",
    call: Effect.flatMap(Gazetteer, ({ nearest }) => nearest({ latitude: 38.9, longitude: -77.037 })),
    reads: places,
    fixtures: [
      "photon/reverse_washington_streets_and_houses.json",
      "photon/reverse_london_housenumber_221b.json",
      "photon/reverse_layer_city_no_city_prop.json",
      "photon/reverse_presov_city_and_district.json"
    ]
  }
]

const nager: ReadonlyArray<Operation> = [
  {
    name: "nager-date.countries",
    call: Effect.flatMap(HolidayCalendar, ({ countries }) => countries),
    reads: reading(
      NagerSchema.CountriesReply,
      items("[]", (rows) => rows, NagerSchema.CountryRow)
    ),
    fixtures: ["nager/v3_AvailableCountries.json"]
  },
  {
    name: "nager-date.holidays",
    call: Effect.flatMap(HolidayCalendar, ({ holidays }) => holidays({ country: "DE", year: 2025 })),
    reads: reading(
      NagerSchema.HolidaysReply,
      items("[]", (rows) => rows, NagerSchema.HolidayRow)
    ),
    fixtures: ["nager/v3_DE_2025.json", "nager/v3_FR_2025.json"]
  }
]

const wikidata: Operation = {
  name: "wikidata.search",
  call: Effect.flatMap(EntityIndex, ({ search }) => search({ text: "Attila", language: "en", limit: 5 })),
  reads: reading(
    WikidataSchema.PrefixReply,
    items("search[]", (reply) => ("search" in reply ? reply.search : []), WikidataSchema.PrefixHit)
  ),
  fixtures: [
    "wikidata/wbsearchentities_attila_no_description.json",
    "wikidata/wbsearchentities_search_continue.json",
    "wikidata/wbsearchentities_entityid_match.json",
    { file: "wikidata/search_entries_with_display_and_alias_match.json", field: "search" }
  ]
}

const census: Operation = {
  name: "census.table",
  call: Effect.flatMap(CensusTables, ({ table }) =>
    table({
      dataset: "acs/acs1",
      year: 2019,
      variables: ["NAME", "B01001_001E"],
      forGeography: "state:*"
    })
  ),
  reads: reading(
    CensusSchema.TableReply,
    items("[]", ([, ...rows]) => rows, CensusSchema.Row)
  ),
  fixtures: ["census/acs1_2019_state_trimmed.json"]
}

/** All of them. Those of a provider follow each other, so that its pace holds. */
export const operations: ReadonlyArray<Operation> = [
  ...openAlex,
  ...crossref,
  ...gdelt,
  coinGecko,
  frankfurter,
  openMeteo,
  ...photon,
  ...nager,
  wikidata,
  census
]

/** Whether a word of `--only` means an operation: its name, its provider, or the provider's short name. */
export const isMeant =
  (word: string) =>
  ({ name }: Pick<Operation, "name">): boolean =>
    name === word || name.startsWith(`${word}.`) || (word === "nager" && name.startsWith("nager-date."))
