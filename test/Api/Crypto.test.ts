import { describe, expect, it } from "@effect/vitest"
import { Ajv2020 } from "ajv/dist/2020.js"
import { Array, Context, JSONSchema, Option, type Schema } from "effect"
import { Capability } from "../../src/Api/Capability.ts"
import { cryptoMarket } from "../../src/Capabilities/CryptoMarket/contract.ts"
import { CryptoRequest, cryptoPrice } from "../../src/Capabilities/CryptoPrice/contract.ts"
import { read as readWith } from "../support/Problems.ts"

const read = readWith(CryptoRequest)

const slug = "must be a lower-case asset identifier such as bitcoin or usd-coin"
const count = "must be a list of 1 to 20 items"
const code = "must be a currency code of 3 lower-case letters"
const twenty = Array.makeBy(20, (index) => `coin-${index}`)

type Case = readonly [body: unknown, outcome: unknown]

const taken: ReadonlyArray<Case> = [
  [{ assets: ["bitcoin"] }, { assets: ["bitcoin"], currency: "usd" }],
  [
    { assets: ["bitcoin"], currency: null },
    { assets: ["bitcoin"], currency: "usd" }
  ],
  [
    { assets: ["bitcoin"], currency: "eur" },
    { assets: ["bitcoin"], currency: "eur" }
  ],
  [
    { assets: [" bitcoin\n"], currency: " eur " },
    { assets: ["bitcoin"], currency: "eur" }
  ],
  [{ assets: ["b", "a", "b"] }, { assets: ["b", "a", "b"], currency: "usd" }],
  [{ assets: twenty }, { assets: twenty, currency: "usd" }],
  ...["hive_dollar", "usd-coin", "0x", "1inch", "gatechain.token", "a", "a".repeat(100)].map(
    (id): Case => [{ assets: [id] }, { assets: [id], currency: "usd" }]
  )
]

const refused: ReadonlyArray<Case> = [
  [{}, ["/assets Missing"]],
  [{ assets: null }, [`/assets ${count}`]],
  [{ assets: "bitcoin" }, [`/assets ${count}`]],
  [{ assets: [] }, [`/assets ${count}`]],
  [{ assets: [...twenty, "coin-20"] }, [`/assets ${count}`]],
  // Counted before duplicates are removed.
  [{ assets: Array.replicate("bitcoin", 21) }, [`/assets ${count}`]],
  // Report 2, man-c/pycoingecko #27: a display name.
  [{ assets: ["Crypto.com Coin"] }, [`/assets/0 ${slug}`]],
  ...["Bitcoin", "BTC", "usd coin", "bitcoin,ethereum", "bitcoin?x=1", "a&b", "a/b", "a#b", "a%2Cb"].map(
    (id): Case => [{ assets: ["bitcoin", id] }, [`/assets/1 ${slug}`]]
  ),
  ...["", " ", "-coin", "_coin", ".coin", "a".repeat(101), "bitcoın", "bit\ncoin", 1, null].map(
    (id): Case => [{ assets: [id] }, [`/assets/0 ${slug}`]]
  ),
  ...["USD", "Usd", "us", "usdt", "", "u-d", "u s", "éur", 978, ["usd"]].map(
    (currency): Case => [{ assets: ["bitcoin"], currency }, [`/currency ${code}`]]
  ),
  [
    { assets: ["bitcoin", "BTC"], currency: "USD", vs_currency: "usd" },
    ["/vs_currency Unexpected", `/assets/1 ${slug}`, `/currency ${code}`]
  ]
]

describe("CryptoRequest", () => {
  it.each(taken)("%j is taken", (body, request) => {
    expect(read(body)).toEqual(request)
  })

  it.each(refused)("%j is refused", (body, problems) => {
    expect(read(body)).toEqual(problems)
  })
})

const ajv = new Ajv2020({ strict: false })
const problemsBy = (schema: object, value: unknown) => (ajv.validate(schema, value) ? [] : ajv.errors)

const published = <A, I>(schema: Schema.Schema<A, I>) =>
  JSONSchema.make(schema, { target: "jsonSchema2020-12" })

describe("the facts of the crypto capabilities", () => {
  it.each([
    {
      id: "crypto.price",
      annotations: cryptoPrice.annotations,
      price: "0.002",
      response: published(cryptoPrice.successSchema)
    },
    {
      id: "crypto.market",
      annotations: cryptoMarket.annotations,
      price: "0.005",
      response: published(cryptoMarket.successSchema)
    }
  ])("$id", ({ id, annotations, price, response }) => {
    const facts = Option.getOrThrow(Context.getOption(annotations, Capability))
    expect(facts).toMatchObject({
      id,
      category: "crypto",
      price,
      provider: { kind: "provider", slugs: ["coingecko"] }
    })
    expect(facts.description.length).toBeLessThanOrEqual(500)
    expect(facts.description).toContain("Data provided by CoinGecko (https://www.coingecko.com)")
    expect(problemsBy(published(CryptoRequest), facts.example.request)).toEqual([])
    expect(problemsBy(response, facts.example.response)).toEqual([])
  })

  it("the published schema shows the bounds", () => {
    const schema = published(CryptoRequest)
    expect(schema).toMatchObject({
      required: ["assets"],
      additionalProperties: false,
      properties: {
        assets: {
          minItems: 1,
          maxItems: 20,
          items: { type: "string", pattern: "^[a-z0-9][a-z0-9._-]{0,99}$" }
        }
      }
    })
    expect(JSON.stringify(schema)).toContain('"pattern":"^[a-z]{3}$"')
  })
})
