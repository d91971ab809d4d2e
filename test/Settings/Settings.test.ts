/**
 * The settings, and the example file that shows them. What a start with wrong ones prints is tested with the
 * process (test/Process).
 */
import { readFileSync } from "node:fs"
import { expect, it } from "@effect/vitest"
import { ConfigProvider, Effect, Either, Option } from "effect"
import { describe } from "vitest"
import { problems } from "../../src/Settings/Reader.ts"
import { networkName, Settings } from "../../src/Settings.ts"

const required = { X402_PAY_TO: `0x${"a".repeat(40)}`, CONTACT: "mailto:a@example.org" }

const load = (environment: Readonly<Record<string, string>>, note: (name: string) => void = () => {}) =>
  Effect.withConfigProvider(
    Effect.either(Settings.config),
    ConfigProvider.mapInputPath(ConfigProvider.fromMap(new Map(Object.entries(environment))), (name) => {
      note(name)
      return name
    })
  )

/** What `.env.example` sets, as `NAME=value`. */
const example = Object.fromEntries(
  readFileSync(".env.example", "utf8")
    .split("\n")
    .flatMap((line) => {
      const match = /^([A-Z0-9_]+)=(.*)$/.exec(line)
      return match === null ? [] : [[match[1] ?? "", match[2] ?? ""]]
    })
)

describe(".env.example", () => {
  it.effect("names every setting, and no other", () =>
    Effect.gen(function* () {
      const read = new Set<string>()
      yield* load(required, (name) => read.add(name))
      expect(Object.keys(example).sort()).toEqual([...read].sort())
    })
  )

  it.effect("shows the defaults", () =>
    Effect.gen(function* () {
      expect(yield* load({ ...example, ...required })).toEqual(yield* load(required))
    })
  )
})

const accepted: ReadonlyArray<readonly [string, Record<string, string>, unknown]> = [
  [
    "PUBLIC_URL follows the port",
    { PORT: "9000" },
    { listen: { port: 9000, host: "127.0.0.1", publicUrl: "http://localhost:9000" } }
  ],
  [
    "PUBLIC_URL loses its last slash",
    { HOST: "0.0.0.0", PUBLIC_URL: "https://almanac.example/" },
    { listen: { publicUrl: "https://almanac.example" } }
  ],
  [
    "blank is absent",
    { DATABASE_URL: "  ", X402_FACILITATOR_TOKEN: "", CDP_API_KEY_ID: " ", X402_RPC_URL: "" },
    {
      storage: { databaseUrl: Option.none() },
      payment: { credentials: { _tag: "None" }, rpcUrl: Option.none() }
    }
  ],
  [
    "a price of the operator's",
    { PRICE_FX_RATES: "0.25" },
    { payment: { prices: { "fx.rates": { amount: "0.25", atomic: 250_000n } } } }
  ],
  [
    "Base with a facilitator of its own",
    { X402_NETWORK: "eip155:8453", X402_FACILITATOR_URL: "https://pay.example" },
    {
      payment: {
        chain: {
          network: "eip155:8453",
          facilitatorUrl: "https://pay.example",
          asset: { address: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913", name: "USD Coin", version: "2" }
        }
      }
    }
  ],
  [
    "another chain with its token",
    {
      X402_NETWORK: "eip155:137",
      X402_ASSET: `0x${"b".repeat(40)}`,
      X402_ASSET_NAME: "USD Coin",
      X402_ASSET_VERSION: "2"
    },
    {
      payment: {
        chain: {
          network: "eip155:137",
          asset: { address: `0x${"b".repeat(40)}`, name: "USD Coin", version: "2" }
        }
      }
    }
  ]
]

const refused: ReadonlyArray<readonly [string, Record<string, string>, ReadonlyArray<string>]> = [
  [
    "a price of nothing",
    { PRICE_FX_RATES: "0" },
    ["PRICE_FX_RATES must be an amount of USDC above 0 with at most 6 decimals"]
  ],
  [
    "a price with 7 decimals",
    { PRICE_FX_RATES: "0.0000001" },
    ["PRICE_FX_RATES must be an amount of USDC above 0 with at most 6 decimals"]
  ],
  [
    "a price in words",
    { PRICE_FX_RATES: "1e-3" },
    ["PRICE_FX_RATES must be an amount of USDC above 0 with at most 6 decimals"]
  ],
  [
    "a duration without unit",
    { PROVIDER_DEADLINE: "8" },
    ['PROVIDER_DEADLINE must be a duration above zero such as "250 millis" or "5 seconds"']
  ],
  [
    "a payee that is no address",
    { X402_PAY_TO: "0x12" },
    ["X402_PAY_TO must be an address: 0x and 40 hexadecimal digits"]
  ],
  [
    "a URL with credentials",
    { FRANKFURTER_URL: "https://a:b@example.org" },
    ["FRANKFURTER_URL must be an http or https URL without query and credentials"]
  ]
]

describe("the settings", () => {
  for (const [name, environment, expected] of accepted) {
    it.effect(`take ${name}`, () =>
      Effect.gen(function* () {
        expect(Either.getOrThrow(yield* load({ ...required, ...environment }))).toMatchObject(
          Object(expected)
        )
      })
    )
  }

  for (const [name, environment, expected] of refused) {
    it.effect(`refuse ${name}`, () =>
      Effect.gen(function* () {
        const error = Either.flip(yield* load({ ...required, ...environment }))
        expect(Option.map(Either.getRight(error), problems)).toEqual(Option.some(expected))
      })
    )
  }

  it.effect("name the network", () =>
    Effect.gen(function* () {
      const settings = Either.getOrThrow(yield* load(required))
      expect([networkName(settings), networkName({ ...settings, sandbox: true })]).toEqual([
        "base-sepolia",
        "sandbox"
      ])
    })
  )
})
