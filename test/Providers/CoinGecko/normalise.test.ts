import { describe, expect, it } from "@effect/vitest"
import { Either, FastCheck, Schema } from "effect"
import { normalise } from "../../../src/Providers/CoinGecko/normalise.ts"
import { MarketsReply } from "../../../src/Providers/CoinGecko/schema.ts"
import type { CryptoMarketEntry } from "../../../src/Resources/facts/CryptoMarkets.ts"
import { told } from "../../support/provider/Outcome.ts"
import { bitcoin2026, bitcoinAndEthereum, ethereum2024, hive, simplePriceUnknown, top10 } from "./fixtures.ts"

const decode = Schema.decodeUnknownEither(MarketsReply)

/** Decodes and normalises a body; "wrong shape" when it is no reply at all. */
const read = (ids: ReadonlyArray<string>, body: string, currency = "usd") =>
  Either.match(decode(JSON.parse(body)), {
    onLeft: () => "wrong shape",
    onRight: (reply) =>
      Either.getOrElse(normalise({ ids, currency }, reply), (error) => told(Either.left(error)))
  })

const bitcoinEntry: CryptoMarketEntry = {
  id: "bitcoin",
  symbol: "btc",
  name: "Bitcoin",
  price: 63236,
  currency: "usd",
  marketCap: 1268723428054,
  marketCapRank: 1,
  volume24h: 26668820367,
  change24h: -3.1,
  circulatingSupply: 20062193,
  totalSupply: 20062228,
  maxSupply: 21000000
}
const ethereumEntry: CryptoMarketEntry = {
  id: "ethereum",
  symbol: "eth",
  name: "Ethereum",
  price: 1876.28,
  currency: "usd",
  marketCap: 226428787410,
  marketCapRank: 2,
  volume24h: 11979198714,
  change24h: -3.7,
  circulatingSupply: 120682600.3094177,
  totalSupply: 120682600.3094177,
  maxSupply: null
}

/** A row with the fields that we read, as numbers; `fields` are raw JSON. */
const row = (fields: Readonly<Record<string, string>> = {}) =>
  `{${Object.entries({
    id: '"coin"',
    symbol: '"cn"',
    name: '"Coin"',
    current_price: "1.5",
    market_cap: "2",
    market_cap_rank: "3",
    total_volume: "4",
    price_change_percentage_24h: "5",
    circulating_supply: "6",
    total_supply: "7",
    max_supply: "8",
    ...fields
  })
    .map(([name, value]) => `"${name}":${value}`)
    .join(",")}}`

/** What `row()` becomes. */
const coin: CryptoMarketEntry = {
  id: "coin",
  symbol: "cn",
  name: "Coin",
  price: 1.5,
  currency: "usd",
  marketCap: 2,
  marketCapRank: 3,
  volume24h: 4,
  change24h: 5,
  circulatingSupply: 6,
  totalSupply: 7,
  maxSupply: 8
}

const unreadable = "ProviderBadResponse: no readable row"

interface Row {
  readonly name: string
  readonly ids: ReadonlyArray<string>
  readonly body: string
  readonly currency?: string
  readonly outcome: unknown
}

const recordings: ReadonlyArray<Row> = [
  {
    name: "every field of the mapping",
    ids: ["bitcoin", "ethereum"],
    body: bitcoinAndEthereum,
    outcome: { markets: [bitcoinEntry, ethereumEntry], missing: [] }
  },
  {
    name: "the order of the query, not that of market capitalisation",
    ids: ["ethereum", "bitcoin"],
    body: bitcoinAndEthereum,
    outcome: { markets: [ethereumEntry, bitcoinEntry], missing: [] }
  },
  {
    name: "the currency is that of the query",
    ids: ["ethereum"],
    body: bitcoinAndEthereum,
    currency: "eur",
    outcome: { markets: [{ ...ethereumEntry, currency: "eur" }], missing: [] }
  },
  {
    name: "the official example, with fields that are not ours",
    ids: ["bitcoin"],
    body: bitcoin2026,
    outcome: {
      markets: [
        {
          ...bitcoinEntry,
          price: 77671,
          marketCap: 1555886872303,
          volume24h: 33235034316,
          change24h: -0.95302,
          circulatingSupply: 20030493,
          totalSupply: 20030843
        }
      ],
      missing: []
    }
  },
  {
    name: "a capitalisation of 0 without a rank is handed over as it is, and so are null supplies",
    ids: ["hive", "hive_dollar"],
    body: hive,
    outcome: {
      markets: [
        {
          id: "hive",
          symbol: "hive",
          name: "Hive",
          price: 0.552451,
          currency: "usd",
          marketCap: 204906869,
          marketCapRank: 161,
          volume24h: 28028938,
          change24h: 1.1087,
          circulatingSupply: 371261453.714,
          totalSupply: null,
          maxSupply: null
        },
        {
          id: "hive_dollar",
          symbol: "hbd",
          name: "Hive Dollar",
          price: 0.98186,
          currency: "usd",
          marketCap: 0,
          marketCapRank: null,
          volume24h: 1886930,
          change24h: -2.91843,
          circulatingSupply: 0,
          totalSupply: null,
          maxSupply: null
        }
      ],
      missing: []
    }
  },
  {
    name: "more in circulation than there are is not mended",
    ids: ["ethereum"],
    body: ethereum2024,
    outcome: {
      markets: [
        {
          ...ethereumEntry,
          price: 2265.86,
          marketCap: 272147480736,
          volume24h: 9791772326,
          change24h: 2.50051,
          circulatingSupply: 120180302.955156,
          totalSupply: 120179959.288654
        }
      ],
      missing: []
    }
  }
]

const absences: ReadonlyArray<Row> = [
  {
    name: "report 1, man-c/pycoingecko #33: a symbol is no identifier",
    ids: ["xrp"],
    body: "[]",
    outcome: { markets: [], missing: ["xrp"] }
  },
  {
    name: "report 1: the {} of /simple/price is no reply of /coins/markets",
    ids: ["xrp"],
    body: simplePriceUnknown,
    outcome: "wrong shape"
  },
  {
    name: "report 3, man-c/pycoingecko #67: an inactive asset vanishes",
    ids: ["bitcoin", "uponly", "ethereum"],
    body: bitcoinAndEthereum,
    outcome: { markets: [bitcoinEntry, ethereumEntry], missing: ["uponly"] }
  },
  {
    name: "report 5, shapeshift/web #11579: a migrated asset without a price is not missing",
    ids: ["matic-network"],
    body: `[${row({ id: '"matic-network"', current_price: "null" })}]`,
    outcome: { markets: [{ ...coin, id: "matic-network", price: null }], missing: [] }
  },
  {
    name: 'report 5: the {"matic-network":{}} of /simple/price, which is not called, is no list',
    ids: ["matic-network"],
    body: '{"matic-network":{}}',
    outcome: "wrong shape"
  },
  {
    name: "report 6, gemwalletcom/core #760: only the new name of a renamed asset",
    ids: ["matic-migrated-to-pol"],
    body: `[${row({ id: '"polygon-ecosystem-token"' })}]`,
    outcome: { markets: [], missing: ["matic-migrated-to-pol"] }
  },
  {
    name: "missing assets in the order of the query",
    ids: ["zzz", "bitcoin", "aaa"],
    body: bitcoinAndEthereum,
    outcome: { markets: [bitcoinEntry], missing: ["zzz", "aaa"] }
  },
  {
    name: "assets that nobody asked for",
    ids: ["bitcoin"],
    body: top10,
    outcome: {
      markets: [
        {
          ...bitcoinEntry,
          price: 65610,
          marketCap: 1312155114762,
          volume24h: 43631967321,
          change24h: -2.95991,
          circulatingSupply: 19995671,
          totalSupply: 19995703
        }
      ],
      missing: []
    }
  },
  {
    name: "an asset that comes twice: the first",
    ids: ["coin"],
    body: `[${row()},${row({ current_price: "9" })}]`,
    outcome: { markets: [coin], missing: [] }
  }
]

const figures: ReadonlyArray<Row> = [
  {
    name: "report 4, coral-xyz/backpack #729: no change",
    ids: ["coin"],
    body: `[${row({ price_change_percentage_24h: "null" })}]`,
    outcome: { markets: [{ ...coin, change24h: null }], missing: [] }
  },
  {
    name: "report 12, l2beat/l2beat #2804: a number in a text",
    ids: ["coin"],
    body: `[${row({ current_price: '"1.5"', market_cap: '"-2e3"', max_supply: '"21000000.0"' })}]`,
    outcome: { markets: [{ ...coin, marketCap: -2000, maxSupply: 21000000 }], missing: [] }
  },
  ...['"NaN"', '"Infinity"', '"1,5"', '""', '" 1"', '"0x10"', '"1e999"', "1e999", "true", "{}", "[1]"].map(
    (price): Row => ({
      name: `report 12: the price ${price} is null, the asset is not missing`,
      ids: ["coin"],
      body: `[${row({ current_price: price })}]`,
      outcome: { markets: [{ ...coin, price: null }], missing: [] }
    })
  ),
  ...["null", "1", "{}", '""', '" "', '"<b></b>"'].flatMap(
    (text): ReadonlyArray<Row> => [
      {
        name: `a symbol that is ${text} is the identifier`,
        ids: ["coin"],
        body: `[${row({ symbol: text })}]`,
        outcome: { markets: [{ ...coin, symbol: "coin" }], missing: [] }
      },
      {
        name: `a name that is ${text} is the symbol`,
        ids: ["coin"],
        body: `[${row({ name: text })}]`,
        outcome: { markets: [{ ...coin, name: "cn" }], missing: [] }
      }
    ]
  ),
  {
    name: "an identifier alone",
    ids: ["coin", "other"],
    body: '[{"id":"coin"}]',
    outcome: {
      markets: [
        {
          id: "coin",
          symbol: "coin",
          name: "coin",
          price: null,
          currency: "usd",
          marketCap: null,
          marketCapRank: null,
          volume24h: null,
          change24h: null,
          circulatingSupply: null,
          totalSupply: null,
          maxSupply: null
        }
      ],
      missing: ["other"]
    }
  },
  {
    name: "markup and entities in symbol and name",
    ids: ["coin"],
    body: `[${row({ symbol: '"a&amp;b"', name: '"Caf&eacute; &amp;amp; <i>Bar</i>"' })}]`,
    outcome: { markets: [{ ...coin, symbol: "a&b", name: "Café & Bar" }], missing: [] }
  },
  ...['"NaN"', '"∞"', '""', "1e999", "false", "{}"].map(
    (figure): Row => ({
      name: `another figure that is ${figure} is null`,
      ids: ["coin"],
      body: `[${row({ max_supply: figure, market_cap: figure, price_change_percentage_24h: figure })}]`,
      outcome: { markets: [{ ...coin, maxSupply: null, marketCap: null, change24h: null }], missing: [] }
    })
  ),
  ...[
    ["6.44e-06", 0.00000644],
    ["1e-09", 1e-9],
    ["1.2e-13", 1.2e-13],
    ["0", 0],
    ["0.0", 0],
    ["20030493.0", 20030493],
    ["120682600.3094177", 120682600.3094177]
  ].map(
    ([text, number]): Row => ({
      name: `report 13, veebch/btcticker #70: ${text} is kept`,
      ids: ["coin"],
      body: `[${row({ current_price: String(text), circulating_supply: String(text) })}]`,
      outcome: { markets: [{ ...coin, price: number, circulatingSupply: number }], missing: [] }
    })
  ),
  {
    name: "figures that are left out are null",
    ids: ["coin"],
    body: '[{"id":"coin","symbol":"cn","name":"Coin"}]',
    outcome: {
      markets: [
        {
          ...coin,
          price: null,
          marketCap: null,
          marketCapRank: null,
          volume24h: null,
          change24h: null,
          circulatingSupply: null,
          totalSupply: null,
          maxSupply: null
        }
      ],
      missing: []
    }
  },
  {
    name: "odd characters in symbol and name",
    ids: ["coin"],
    body: `[${row({ symbol: '"$wif™"', name: '"A & <Bee> \\"ö\\""' })}]`,
    outcome: { markets: [{ ...coin, symbol: "$wif™", name: 'A & <Bee> "ö"' }], missing: [] }
  }
]

const malformedRows: ReadonlyArray<readonly [string, string]> = [
  ["without an id", row({ id: "null" })],
  ["with a number for an id", row({ id: "1" })],
  ["with a blank id", row({ id: '" "' })],
  ["that is null", "null"],
  ["that is a number", "1"],
  ["that is a list", "[]"],
  ["that is empty", "{}"]
]

const malformed: ReadonlyArray<Row> = [
  // One malformed row is dropped; a reply of which every row is malformed is 502.
  ...malformedRows.flatMap(
    ([kind, text]): ReadonlyArray<Row> => [
      {
        name: `a row ${kind} is dropped`,
        ids: ["coin", "other"],
        body: `[${text},${row({ id: '"other"' })}]`,
        outcome: { markets: [{ ...coin, id: "other" }], missing: ["coin"] }
      },
      { name: `nothing but a row ${kind}`, ids: ["coin"], body: `[${text}]`, outcome: unreadable }
    ]
  ),
  { name: "an object", ids: ["coin"], body: row(), outcome: "wrong shape" },
  { name: "null", ids: ["coin"], body: "null", outcome: "wrong shape" },
  { name: "a text", ids: ["coin"], body: '"coin"', outcome: "wrong shape" }
]

describe("normalise", () => {
  it.each([...recordings, ...absences, ...figures, ...malformed])(
    "$name",
    ({ ids, body, currency, outcome }) => {
      expect(read(ids, body, currency)).toEqual(outcome)
    }
  )
})

describe("normalise, whatever comes", () => {
  const id = FastCheck.constantFrom("bitcoin", "usd-coin", "hive_dollar", "0x", "__proto__", "constructor")
  const ids = FastCheck.uniqueArray(id, { minLength: 1 })

  it("never throws on any JSON", () => {
    FastCheck.assert(
      FastCheck.property(ids, FastCheck.jsonValue(), (asked, body) => {
        Either.map(decode(body), (reply) => normalise({ ids: asked, currency: "usd" }, reply))
      })
    )
  })

  it("puts every asset either among the entries or among the missing, in order, with finite numbers", () => {
    const anything = FastCheck.oneof(FastCheck.double(), FastCheck.jsonValue())
    const item = FastCheck.record(
      {
        id,
        symbol: anything,
        name: anything,
        current_price: anything,
        market_cap: anything,
        total_supply: anything
      },
      { requiredKeys: ["id"] }
    )
    FastCheck.assert(
      FastCheck.property(ids, FastCheck.array(item), (asked, body) => {
        const outcome = normalise({ ids: asked, currency: "usd" }, body)
        if (Either.isLeft(outcome)) return
        const { markets, missing } = outcome.right
        const found = markets.map((entry) => entry.id)
        expect(found).toEqual(asked.filter((id) => found.includes(id)))
        expect(missing).toEqual(asked.filter((id) => !body.some((row) => row.id === id)))
        for (const { price, marketCap, totalSupply } of markets) {
          for (const figure of [price, marketCap, totalSupply]) {
            expect(figure === null || Number.isFinite(figure)).toBe(true)
          }
        }
      })
    )
  })
})
