/** Cases of our own: a fact that came and was lost, or that was told as another. */
import type { Case } from "./Case.ts"

const json = (body: unknown, status = 200) => ({
  status,
  headers: { "content-type": "application/json" },
  body
})

const census = (rows: unknown) => [{ provider: "census", reply: json(rows) }]
const censusQuery = {
  dataset: "acs/acs1",
  year: 2019,
  variables: ["NAME"],
  forGeography: "state:*"
}

const holiday = {
  date: "2026-01-01",
  localName: "Neujahr",
  name: "New Year's Day",
  countryCode: "AT",
  global: true,
  counties: null,
  types: ["Public"]
}

const coin = (id: string, fields: object) => ({
  id,
  symbol: "sym",
  name: "Name",
  current_price: 1.5,
  ...fields
})

const prices = (id: string, row: string, priced: object): Case => ({
  id,
  source: "an asset that CoinGecko answered is not missing",
  stubs: [{ provider: "coingecko", reply: json(row) }],
  request: { path: "/v1/crypto/market", body: { assets: ["coin", "none"] } },
  expect: {
    status: 200,
    charged: true,
    data: { markets: [{ id: "coin", ...priced }], missing: ["none"] }
  }
})

const row = (fields: object) => JSON.stringify([coin("coin", fields)])

export const ownCases: ReadonlyArray<Case> = [
  {
    id: "census-column-with-the-name-of-a-prototype",
    source: "a column __proto__ stood in columns and in no row",
    stubs: census([
      ["NAME", "__proto__", "constructor"],
      ["Alabama", "01", "x"]
    ]),
    request: { path: "/v1/government/census", body: censusQuery },
    expect: {
      status: 200,
      charged: true,
      data: {
        columns: ["NAME", "__proto__", "constructor"],
        rows: [JSON.parse('{"NAME":"Alabama","__proto__":"01","constructor":"x"}')]
      }
    }
  },
  prices("coin-price-not-available", row({ current_price: "n/a" }), { price: null }),
  prices("coin-price-beyond-numbers", '[{"id":"coin","symbol":"sym","name":"Name","current_price":1e400}]', {
    price: null,
    symbol: "sym"
  }),
  prices("coin-symbol-null", row({ symbol: null }), { symbol: "coin", name: "Name" }),
  prices("coin-name-absent", row({ name: undefined }), { symbol: "sym", name: "sym" }),
  prices("coin-with-its-identifier-alone", '[{"id":"coin"}]', { symbol: "coin", name: "coin", price: null }),
  prices("coin-name-with-entities", row({ name: "Caf&eacute; <b>Coin</b>" }), { name: "Café Coin" }),
  {
    id: "geocode-name-with-entities",
    source: "Photon's names were passed on as they came",
    stubs: [
      {
        provider: "photon",
        reply: json({
          features: [
            {
              geometry: { type: "Point", coordinates: [12.2, 54.1] },
              properties: { name: "Caf&eacute; am <i>Markt</i>", city: "Ro&amp;szlig;lau", type: "house" }
            }
          ]
        })
      }
    ],
    request: { path: "/v1/geocode", body: { mode: "forward", query: "café" } },
    expect: {
      status: 200,
      charged: true,
      data: { results: [{ name: "Café am Markt", city: "Roßlau" }] }
    }
  },
  {
    id: "news-address-with-a-raw-line-break",
    source: "alex9smith/gdelt-doc-api #26 (variation: the address)",
    stubs: [
      {
        provider: "gdelt",
        reply: json('{"articles":[{"url":"https://a.example/\r\nstory?id=1\n","title":"A\nstory"}]}')
      }
    ],
    request: { path: "/v1/news/search", body: { query: "story" } },
    expect: {
      status: 200,
      charged: true,
      data: { results: [{ url: "https://a.example/story?id=1", title: "A story" }] }
    }
  },
  ...(
    [
      ["to be or not to be", '"to be or not to be"'],
      ["to and fro", '"to and fro"'],
      ["北京", "北京"]
    ] as const
  ).map(
    ([query, asked]): Case => ({
      id: `news-of-${query.replaceAll(" ", "-")}`,
      source:
        "words that a stripped operator left became another question; a name of two characters was refused",
      stubs: [
        {
          provider: "gdelt",
          path: `query=${asked}&`,
          reply: json({ articles: [{ url: "https://a.example/", title: "A story" }] })
        }
      ],
      request: { path: "/v1/news/search", body: { query } },
      expect: { status: 200, charged: true, results: 1, calls: { gdelt: 1 } }
    })
  ),
  {
    id: "nothing-found-by-the-fallback",
    source: "an empty answer of the fallback did not say who gave it",
    stubs: [
      { provider: "openalex", reply: json({}, 500) },
      { provider: "crossref", reply: json({ status: "ok", message: { "total-results": 0, items: [] } }) }
    ],
    request: { path: "/v1/academic/search", body: { query: "nothing to be found" } },
    expect: {
      status: 200,
      charged: true,
      results: 0,
      headers: { "cache-status": "almanac; fwd=miss; detail=crossref" }
    }
  },
  {
    id: "nothing-found-by-the-index",
    source: "the same by the index itself",
    stubs: [{ provider: "openalex", reply: json({ meta: { count: 0 }, results: [] }) }],
    request: { path: "/v1/academic/search", body: { query: "nothing to be found" } },
    expect: { status: 200, charged: true, results: 0, headers: { "cache-status": "almanac; fwd=miss" } }
  },
  ...(
    [
      ["is-the-fallback-s", json({ status: "ok", message: { "total-results": 0, items: [] } }), 200],
      ["is-charged-by-nobody", json({ status: "ok", message: { "total-results": 7, items: [] } }), 502]
    ] as const
  ).map(
    ([id, reply, status]): Case => ({
      id: `a-page-without-the-works-that-it-counts-${id}`,
      source: "340 hits of which none came were sold as an empty list",
      stubs: [
        { provider: "openalex", reply: json({ meta: { count: 340 }, results: [] }) },
        { provider: "crossref", reply }
      ],
      request: { path: "/v1/academic/search", body: { query: "nothing to be found" } },
      expect:
        status === 200
          ? { status, charged: true, headers: { "cache-status": "almanac; fwd=miss; detail=crossref" } }
          : { status, charged: false, code: "PROVIDER_BAD_RESPONSE" }
    })
  ),
  {
    id: "a-search-that-was-cut-off",
    source: "works of a search that ran out of its time were sold as all that there are",
    stubs: [
      {
        provider: "openalex",
        reply: json({
          meta: { count: 9, timed_out: true },
          results: [{ id: "https://openalex.org/W1", title: "A title" }]
        })
      }
    ],
    request: { path: "/v1/academic/search", body: { query: "everything" } },
    expect: {
      status: 200,
      charged: true,
      results: 1,
      headers: { "cache-status": "almanac; fwd=miss; detail=partial" }
    }
  },
  {
    id: "text-with-half-of-a-surrogate-pair",
    source: "it was refused by the rule on length",
    stubs: [],
    request: { path: "/v1/knowledge/search", body: { query: "orange\ud800" } },
    expect: {
      status: 400,
      charged: false,
      code: "VALIDATION_FAILED",
      problems: [{ pointer: "/query", message: "must have no NUL character and no half of a surrogate pair" }]
    }
  },
  {
    id: "a-gateway-s-404-is-no-year-without-holidays",
    source: "a 404 that is not the provider's own was sold as an empty list",
    stubs: [
      { provider: "nager", path: "AvailableCountries", reply: json([{ countryCode: "AT" }]) },
      { provider: "nager", reply: json({ message: "no Route matched with those values" }, 404) }
    ],
    request: { path: "/v1/holidays", body: { country: "AT", year: 2026 } },
    expect: { status: 502, charged: false, code: "PROVIDER_BAD_RESPONSE" }
  },
  {
    id: "holiday-with-a-null-among-its-types",
    source: "one null dropped the holiday without a sign",
    stubs: [
      { provider: "nager", path: "AvailableCountries", reply: json([{ countryCode: "AT" }]) },
      {
        provider: "nager",
        reply: json([
          { ...holiday, name: "New Year&#39;s Day", types: [null, "Public"] },
          { ...holiday, date: "2026-01-06", global: false, counties: ["AT-1", null] }
        ])
      }
    ],
    request: { path: "/v1/holidays", body: { country: "AT", year: 2026 } },
    expect: {
      status: 200,
      charged: true,
      data: {
        holidays: [
          { date: "2026-01-01", name: "New Year's Day", types: ["Public"] },
          { date: "2026-01-06", counties: ["AT-1"] }
        ]
      }
    }
  }
]
