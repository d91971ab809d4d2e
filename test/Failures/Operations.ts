/**
 * Every operation of every provider, in two parts: those of a part do not get into each other's way, and meet a fault
 * in one service at the same time. Each has a path, and a circuit, that no other of its part has; when GDELT throttles
 * one of its operations, both stay away.
 */
import { point, pointMarks, queryCode, queryText } from "./Marks.ts"
import { fixture, type Operation, replies, well } from "./Operation.ts"
import { errorBody, page, pageBody, says, text } from "./Words.ts"

const words = { body: { query: queryText }, marks: [queryText] }

const doi = `10.4081/${queryText}`

const unknownAtCrossref = says(404, () => "Resource not found.", text)
const unknownAtOpenAlex = says(404, pageBody("404 Not Found"), page)
const away = says(500, errorBody)

/** Crossref is well, and OpenAlex has the faults. */
const first = {
  "openalex.search (Crossref answers)": {
    path: "/v1/academic/search",
    amount: "10000",
    ...words,
    provider: "openalex",
    own: "/openalex/works?",
    others: { "/crossref/works?": well(fixture("crossref/works/works_query_ecology.json")) },
    replies: replies(
      fixture("openalex/works_search_2024_full.json"),
      ["results", "works"],
      fixture("openalex/works_past_last_page_empty.json")
    )
  },
  "openalex.work (Crossref knows no such work)": {
    path: "/v1/academic/work",
    amount: "5000",
    body: { doi },
    marks: [queryText],
    provider: "openalex",
    own: "/openalex/works/",
    others: { "/crossref/works/": unknownAtCrossref },
    replies: {
      ...replies(
        fixture("openalex/work_single_2024.json").replaceAll("10.4081/gh.2014.294", doi),
        ["doi", "digital_object_identifier"],
        ""
      ),
      empty: unknownAtOpenAlex
    }
  },
  "frankfurter.latest": {
    path: "/v1/fx/rates",
    amount: "2000",
    body: { base: "EUR", currencies: ["USD"] },
    marks: [],
    provider: "frankfurter",
    own: "/frankfurter/v1/latest?",
    others: { "/frankfurter/v1/currencies": well('{"EUR":"Euro","USD":"United States Dollar"}') },
    replies: {
      ...replies(fixture("frankfurter/v1_latest_eur_2022-06-29.json"), ["rates", "quotes"], ""),
      empty: says(404, () => fixture("frankfurter/v1_404_not_found.json"))
    }
  },
  "nager-date.holidays": {
    path: "/v1/holidays",
    amount: "2000",
    body: { country: "CN", year: 2021 },
    marks: [],
    provider: "nager",
    own: "/nager/api/v3/PublicHolidays/",
    others: { "/nager/api/v3/AvailableCountries": well('[{"countryCode":"CN","name":"China"}]') },
    replies: replies(fixture("nager/v3_CN_2021.json"), ["date", "day"], "[]")
  },
  "coingecko.markets": {
    path: "/v1/crypto/price",
    amount: "2000",
    body: { assets: ["bitcoin", queryText] },
    marks: [queryText],
    provider: "coingecko",
    own: "/coingecko/",
    replies: replies(
      fixture("coingecko/coins_markets_bitcoin_2026-05.json"),
      ["id", "identifier"],
      "[]",
      fixture("coingecko/error_429.json")
    )
  },
  "photon.forward": {
    path: "/v1/geocode",
    amount: "2000",
    body: { mode: "forward", query: queryText },
    marks: [queryText],
    provider: "photon",
    own: "/photon/api?",
    replies: replies(
      fixture("photon/forward_paris_limit5_mixed_types.json"),
      ["features", "places"],
      fixture("photon/empty.json")
    )
  },
  "wikidata.search": {
    path: "/v1/knowledge/search",
    amount: "5000",
    ...words,
    provider: "wikidata",
    own: "/wikidata/w/api.php?",
    replies: replies(
      fixture("wikidata/wbsearchentities_attila_no_description.json"),
      ["search", "hits"],
      `{"searchinfo":{"search":"${queryText}"},"search":[],"success":1}`,
      '{"error":{"code":"ratelimited","info":"You have exceeded your rate limit."}}'
    )
  },
  "gdelt.search": {
    path: "/v1/news/search",
    amount: "10000",
    ...words,
    provider: "gdelt",
    own: "/gdelt/",
    replies: replies(
      fixture("gdelt/artlist_success.json"),
      ["articles", "items"],
      "{}",
      fixture("gdelt/error_429_rate_limited_2026.txt")
    )
  }
} satisfies Readonly<Record<string, Operation>>

/** OpenAlex is away, and Crossref has the faults. */
const second = {
  "crossref.search (OpenAlex is away)": {
    path: "/v1/academic/search",
    amount: "10000",
    ...words,
    provider: "crossref",
    own: "/crossref/works?",
    others: { "/openalex/works?": away },
    replies: replies(
      fixture("crossref/works/works_query_ecology.json"),
      ["items", "entries"],
      fixture("crossref/works/works_query_empty.json")
    )
  },
  "crossref.work (OpenAlex is away)": {
    path: "/v1/academic/work",
    amount: "5000",
    body: { doi },
    marks: [queryText],
    provider: "crossref",
    own: "/crossref/works/",
    others: { "/openalex/works/": away },
    replies: {
      ...replies(
        fixture("crossref/works/work_by_doi_full.json").replaceAll(
          /10\.1371\\?\/journal\.pone\.0033693/g,
          doi
        ),
        ["DOI", "identifier"],
        ""
      ),
      empty: unknownAtCrossref
    }
  },
  "open-meteo.forecast": {
    path: "/v1/weather",
    amount: "3000",
    body: { ...point, days: 1 },
    marks: pointMarks,
    provider: "open-meteo",
    own: "/open-meteo/",
    replies: replies(
      fixture("open-meteo/full_beijing_2026-09-29.json"),
      ["daily", "days"],
      '{"latitude":39.875,"longitude":116.375,"timezone":"GMT","daily":{"time":[]}}',
      fixture("open-meteo/error_429_minutely.json")
    )
  },
  "photon.reverse": {
    path: "/v1/geocode",
    amount: "2000",
    body: { mode: "reverse", ...point },
    marks: pointMarks,
    provider: "photon",
    own: "/photon/reverse?",
    replies: replies(
      fixture("photon/reverse_london_housenumber_221b.json"),
      ["features", "places"],
      fixture("photon/empty.json")
    )
  },
  "wikidata.search (full text)": {
    path: "/v1/knowledge/search",
    amount: "5000",
    body: { query: `king of ${queryText}` },
    marks: [queryText],
    provider: "wikidata",
    own: "/wikidata/w/rest.php/",
    others: { "/wikidata/w/api.php?": well('{"searchinfo":{"search":"king"},"search":[],"success":1}') },
    replies: replies(
      '{"results":[{"id":"Q36724","display-label":{"language":"en","value":"Attila the Hun"},"description":{"language":"en","value":"King of the Hunnic Empire"},"match":{"type":"label","language":"en","text":"Attila the Hun"}}]}',
      ["results", "hits"],
      '{"results":[]}'
    )
  },
  "census.table": {
    path: "/v1/government/census",
    amount: "10000",
    body: { dataset: "acs/acs1", year: 2019, variables: ["NAME", queryCode], forGeography: "state:01" },
    marks: [queryCode],
    provider: "census",
    own: "/census/",
    replies: {
      good: `[["NAME","${queryCode}","state"],["Alabama","12","01"]]`,
      drifted: `{"columns":["NAME","${queryCode}","state"],"rows":[["Alabama","12","01"]]}`,
      empty: says(
        204,
        () => "",
        () => ({})
      ),
      throttled: "Too many requests"
    }
  },
  "gdelt.trends": {
    path: "/v1/news/trends",
    amount: "20000",
    ...words,
    provider: "gdelt",
    own: "/gdelt/",
    replies: replies(
      fixture("gdelt/timelinevolraw_day.json"),
      ["timeline", "series_of_days"],
      "{}",
      fixture("gdelt/error_429_rate_limited_2026.txt")
    )
  }
} satisfies Readonly<Record<string, Operation>>

/** The operations, by the services that they meet a fault in. */
export const parts: ReadonlyArray<Readonly<Record<string, Operation>>> = [first, second]

export const operations = { ...first, ...second }

export type OperationName = keyof typeof operations
