/**
 * Every operation of every provider, with a paid call that makes it, and its provider's recorded replies.
 */
import { readFileSync } from "node:fs"
import { answer, type Fault } from "../support/FaultServer.ts"
import type { Replies } from "./Faults.ts"

/** An operation and the call that makes it. */
export interface Operation {
  readonly path: string
  readonly amount: string
  readonly body: object
  /** The environment variable with the provider's address. */
  readonly variable: string
  /** Whether a request of the provider is this operation's: the others are answered well. */
  readonly isOwn: (url: string) => boolean
  readonly replies: Replies
  /** The other provider of the same call: its variable, and below which path of the same server it is. */
  readonly companion?: { readonly variable: string; readonly prefix: string }
  /** What else the call asks, by the beginning of the path. */
  readonly others?: Readonly<Record<string, Fault>>
}

const fixture = (name: string) => readFileSync(`test/fixtures/${name}`, "utf8")

const json = (body: string) => answer(200, body, { "content-type": "application/json" })

/** A budget that is spent until some time tomorrow. */
const spent = answer(429, '{"error":"budget"}', {
  "content-type": "application/json",
  "retry-after": "54000"
})

const replies = (
  good: string,
  renamed: readonly [string, string],
  empty: string,
  throttled = "Too many requests"
) => ({
  good,
  drifted: good.replaceAll(`"${renamed[0]}"`, `"${renamed[1]}"`),
  empty: json(empty),
  throttled,
  spent
})

const any = () => true

const crossref = { variable: "CROSSREF_URL", prefix: "/crossref" }
const openAlex = { variable: "OPENALEX_URL", prefix: "/openalex" }

const isOpenAlex = (url: string) => !url.startsWith(crossref.prefix)
const isCrossref = (url: string) => !url.startsWith(openAlex.prefix)

const unknownAtCrossref = answer(404, "Resource not found.", { "content-type": "text/plain" })
const unknownAtOpenAlex = answer(404, "<!doctype html><title>404 Not Found</title>", {
  "content-type": "text/html"
})

export const operations = {
  "openalex.search (Crossref answers)": {
    path: "/v1/academic/search",
    amount: "10000",
    body: { query: "machine learning" },
    variable: "OPENALEX_URL",
    isOwn: isOpenAlex,
    companion: crossref,
    others: { "/crossref/works": json(fixture("crossref/works_query_ecology.json")) },
    replies: replies(
      fixture("openalex/works_search_2024_full.json"),
      ["results", "works"],
      fixture("openalex/works_past_last_page_empty.json")
    )
  },
  "crossref.search (OpenAlex is away)": {
    path: "/v1/academic/search",
    amount: "10000",
    body: { query: "ecology" },
    variable: "CROSSREF_URL",
    isOwn: isCrossref,
    companion: openAlex,
    others: { "/openalex": answer(500) },
    replies: replies(
      fixture("crossref/works_query_ecology.json"),
      ["items", "entries"],
      fixture("crossref/works_query_empty.json")
    )
  },
  "openalex.work (Crossref knows no such work)": {
    path: "/v1/academic/work",
    amount: "5000",
    body: { doi: "10.4081/gh.2014.294" },
    variable: "OPENALEX_URL",
    isOwn: isOpenAlex,
    companion: crossref,
    others: { "/crossref/works": unknownAtCrossref },
    replies: {
      ...replies(fixture("openalex/work_single_2024.json"), ["doi", "digital_object_identifier"], ""),
      empty: unknownAtOpenAlex
    }
  },
  "crossref.work (OpenAlex is away)": {
    path: "/v1/academic/work",
    amount: "5000",
    body: { doi: "10.1371/journal.pone.0033693" },
    variable: "CROSSREF_URL",
    isOwn: isCrossref,
    companion: openAlex,
    others: { "/openalex": answer(500) },
    replies: {
      ...replies(fixture("crossref/work_by_doi_full.json"), ["DOI", "identifier"], ""),
      empty: unknownAtCrossref
    }
  },
  "frankfurter.latest": {
    path: "/v1/fx/rates",
    amount: "2000",
    body: { base: "EUR", currencies: ["USD"] },
    variable: "FRANKFURTER_URL",
    isOwn: (url) => url.startsWith("/v1/latest"),
    others: { "/v1/currencies": json('{"EUR":"Euro","USD":"United States Dollar"}') },
    replies: {
      ...replies(fixture("frankfurter/v1_latest_eur_2022-06-29.json"), ["rates", "quotes"], "{}"),
      empty: answer(404, fixture("frankfurter/v1_404_not_found.json"), { "content-type": "application/json" })
    }
  },
  "nager-date.holidays": {
    path: "/v1/holidays",
    amount: "2000",
    body: { country: "CN", year: 2021 },
    variable: "NAGER_URL",
    isOwn: (url) => url.includes("/PublicHolidays/"),
    others: { "/api/v3/AvailableCountries": json('[{"countryCode":"CN","name":"China"}]') },
    replies: replies(fixture("nager/v3_CN_2021.json"), ["date", "day"], "[]")
  },
  "coingecko.markets": {
    path: "/v1/crypto/price",
    amount: "2000",
    body: { assets: ["bitcoin"] },
    variable: "COINGECKO_URL",
    isOwn: any,
    replies: replies(
      fixture("coingecko/coins_markets_bitcoin_2026-05.json"),
      ["id", "identifier"],
      "[]",
      fixture("coingecko/error_429.json")
    )
  },
  "open-meteo.forecast": {
    path: "/v1/weather",
    amount: "3000",
    body: { latitude: 39.9, longitude: 116.4, days: 1 },
    variable: "OPEN_METEO_URL",
    isOwn: any,
    replies: replies(
      fixture("open-meteo/full_beijing_2026-09-29.json"),
      ["daily", "days"],
      '{"latitude":39.875,"longitude":116.375,"timezone":"GMT","daily":{"time":[]}}',
      fixture("open-meteo/error_429_minutely.json")
    )
  },
  "photon.forward": {
    path: "/v1/geocode",
    amount: "2000",
    body: { mode: "forward", query: "paris" },
    variable: "PHOTON_URL",
    isOwn: any,
    replies: replies(
      fixture("photon/forward_paris_limit5_mixed_types.json"),
      ["features", "places"],
      fixture("photon/empty.json")
    )
  },
  "photon.reverse": {
    path: "/v1/geocode",
    amount: "2000",
    body: { mode: "reverse", latitude: 51.52, longitude: -0.15 },
    variable: "PHOTON_URL",
    isOwn: any,
    replies: replies(
      fixture("photon/reverse_london_housenumber_221b.json"),
      ["features", "places"],
      fixture("photon/empty.json")
    )
  },
  "wikidata.search": {
    path: "/v1/knowledge/search",
    amount: "5000",
    body: { query: "Attila" },
    variable: "WIKIDATA_URL",
    isOwn: any,
    replies: replies(
      fixture("wikidata/wbsearchentities_attila_no_description.json"),
      ["search", "hits"],
      '{"searchinfo":{"search":"Attila"},"search":[],"success":1}',
      '{"error":{"code":"ratelimited","info":"You have exceeded your rate limit."}}'
    )
  },
  "wikidata.search (full text)": {
    path: "/v1/knowledge/search",
    amount: "5000",
    body: { query: "king of the huns" },
    variable: "WIKIDATA_URL",
    isOwn: (url) => url.startsWith("/w/rest.php"),
    others: { "/w/api.php": json('{"searchinfo":{"search":"king of the huns"},"search":[],"success":1}') },
    replies: replies(
      '{"results":[{"id":"Q36724","display-label":{"language":"en","value":"Attila the Hun"},"description":{"language":"en","value":"King of the Hunnic Empire"},"match":{"type":"label","language":"en","text":"Attila the Hun"}}]}',
      ["results", "hits"],
      '{"results":[]}'
    )
  },
  "census.table": {
    path: "/v1/government/census",
    amount: "10000",
    body: { dataset: "acs/acs1", year: 2019, variables: ["NAME"], forGeography: "state:01" },
    variable: "CENSUS_URL",
    isOwn: any,
    replies: {
      ...replies('[["NAME","state"],["Alabama","01"]]', ["NAME", "NAME"], "[]"),
      drifted: '{"columns":["NAME","state"],"rows":[["Alabama","01"]]}',
      empty: answer(204)
    }
  },
  "gdelt.search": {
    path: "/v1/news/search",
    amount: "10000",
    body: { query: "Nvidia" },
    variable: "GDELT_URL",
    isOwn: any,
    replies: replies(
      fixture("gdelt/artlist_success.json"),
      ["articles", "items"],
      "{}",
      fixture("gdelt/error_429_rate_limited_2026.txt")
    )
  },
  "gdelt.trends": {
    path: "/v1/news/trends",
    amount: "20000",
    body: { query: "Nvidia" },
    variable: "GDELT_URL",
    isOwn: any,
    replies: replies(
      fixture("gdelt/timelinevolraw_day.json"),
      ["timeline", "series_of_days"],
      "{}",
      fixture("gdelt/error_429_rate_limited_2026.txt")
    )
  }
} satisfies Readonly<Record<string, Operation>>

export type OperationName = keyof typeof operations
