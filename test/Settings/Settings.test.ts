/**
 * The settings, and the example file that shows them. What a start with wrong ones prints is tested with the
 * process (test/Process).
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it } from "@effect/vitest"
import { ConfigProvider, Duration, Effect, Either, Option, Redacted } from "effect"
import { describe } from "vitest"
import { Credentials } from "../../src/Settings/Credentials.ts"
import { problems } from "../../src/Settings/Reader.ts"
import { misspeltNames, names, networkName, Settings } from "../../src/Settings.ts"

const required = { X402_PAY_TO: `0x${"a".repeat(40)}`, CONTACT: "mailto:a@example.org" }

const load = (environment: Readonly<Record<string, string>>, note: (name: string) => void = () => {}) =>
  Effect.withConfigProvider(
    Effect.either(Settings.config),
    ConfigProvider.mapInputPath(ConfigProvider.fromMap(new Map(Object.entries(environment))), (name) => {
      note(name)
      return name
    })
  )

const exampleLines = readFileSync(".env.example", "utf8").split("\n")

/** The variables of lines of this form, with their values. */
const variables = (form: RegExp) =>
  Object.fromEntries(
    exampleLines.flatMap((line) => {
      const match = form.exec(line)
      return match === null ? [] : [[match[1] ?? "", match[2] ?? ""]]
    })
  )

/** What `.env.example` shows, as `NAME=value`, behind a # too. */
const example = variables(/^#?([A-Z0-9_]+)=(.*)$/)

describe(".env.example", () => {
  it.effect("names every setting, and no other", () =>
    Effect.gen(function* () {
      const read = new Set<string>()
      yield* load(required, (name) => read.add(name))
      expect([...(yield* names)].sort()).toEqual([...read].sort())
      expect(Object.keys(example).sort()).toEqual(
        [...read].filter((name) => !(name.endsWith("_FILE") && read.has(name.slice(0, -5)))).sort()
      )
      expect(read.has("DATABASE_URL_FILE")).toBe(true)
    })
  )

  it("leaves alone what the container's image sets, so that the image can run with it", () => {
    const image = /^ENV ((?:.+\\\n)*.+)$/m.exec(readFileSync("Dockerfile", "utf8"))?.[1] ?? ""
    const set = [...image.matchAll(/\b([A-Z0-9_]+)=/g)].map(([, name = ""]) => name)
    expect(set).toEqual(expect.arrayContaining(["HOST", "PORT", "DATA_DIR"]))
    const copied = variables(/^([A-Z0-9_]+)=(.*)$/)
    expect(set.filter((name) => name in copied)).toEqual([])
  })

  it.effect("shows the defaults", () =>
    Effect.gen(function* () {
      expect(yield* load({ ...example, ...required })).toEqual(yield* load(required))
    })
  )
})

/** A chain that is not known, with all that it needs. */
const otherChain = {
  X402_NETWORK: "eip155:137",
  X402_ASSET: `0x${"b".repeat(40)}`,
  X402_ASSET_NAME: "USD Coin",
  X402_ASSET_VERSION: "2",
  X402_FACILITATOR_URL: "https://pay.example"
}

const accepted: ReadonlyArray<readonly [string, Record<string, string>, unknown]> = [
  ...["127.0.0.2", "::1", "::ffff:127.0.0.1", "localhost"].map((host): (typeof accepted)[number] => [
    `HOST ${host} as a loopback address`,
    { HOST: host },
    { listen: { host, publicUrl: "http://localhost:8402" } }
  ]),
  ...[
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
    "0x52908400098527886E0F7030069857D2E4169EE7",
    "0xde709f2102306220921060314715629080e2fb77"
  ].map((address): (typeof accepted)[number] => [
    `the payee ${address}, by EIP-55's own examples`,
    { X402_PAY_TO: address },
    { payment: { payTo: address } }
  ]),
  [
    "no pace, and no delay",
    { GDELT_PACE: "0 millis", SHUTDOWN_DELAY: "0 seconds" },
    { stop: { delay: Duration.zero } }
  ],
  [
    "a number of a Redis database",
    { REDIS_URL: "rediss://a:b%40c@cache.example:6380/3" },
    { storage: { redisUrl: Option.some(Redacted.make("rediss://a:b%40c@cache.example:6380/3")) } }
  ],
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
    "a contact with an accent",
    { CONTACT: "Jürgen Müller <ops@example.org>" },
    { providers: { contact: "Jürgen Müller <ops@example.org>" } }
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
    otherChain,
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

const goodToken = "0123456789abcdef0123456789abcdef"

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
    [
      'PROVIDER_DEADLINE must be a duration above zero and at most 60 seconds such as "250 millis" or "5 seconds"'
    ]
  ],
  [
    "a payee that is no address",
    { X402_PAY_TO: "0x12" },
    ["X402_PAY_TO must be an address: 0x and 40 hexadecimal digits"]
  ],
  [
    "a payee with a wrong checksum",
    { X402_PAY_TO: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed".replace("5aA", "5aa") },
    ["X402_PAY_TO has a wrong checksum (EIP-55): a digit or its case is mistyped"]
  ],
  [
    "a payee with a mistyped digit",
    { X402_PAY_TO: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaee" },
    ["X402_PAY_TO has a wrong checksum (EIP-55): a digit or its case is mistyped"]
  ],
  [
    "nobody as payee",
    { X402_PAY_TO: `0x${"0".repeat(40)}` },
    ["X402_PAY_TO is the zero address: payments to it are lost"]
  ],
  [
    "the token as payee",
    { X402_PAY_TO: "0x036CbD53842c5426634e7929541eC2318f3dCF7e" },
    ["X402_PAY_TO is the token's own address: payments to it are lost"]
  ],
  [
    "the token as payee, in another case, on another chain",
    {
      ...otherChain,
      X402_PAY_TO: `0x${"B".repeat(40)}`
    },
    ["X402_PAY_TO is the token's own address: payments to it are lost"]
  ],
  [
    "a token with a wrong checksum",
    { X402_ASSET: "0x036CbD53842c5426634e7929541eC2318f3dCF7E" },
    ["X402_ASSET has a wrong checksum (EIP-55): a digit or its case is mistyped"]
  ],
  [
    "a host that only looks like a loopback address",
    { HOST: "127.evil.example" },
    ["PUBLIC_URL is required when HOST is not a loopback address"]
  ],
  [
    "every address without PUBLIC_URL",
    { HOST: "::" },
    ["PUBLIC_URL is required when HOST is not a loopback address"]
  ],
  [
    "a listener for operators that others reach",
    { ADMIN_PORT: "9403", ADMIN_TOKEN: goodToken, ADMIN_HOST: "0.0.0.0" },
    ["ADMIN_HOST must be 127.0.0.1 or ::1: nobody but this machine may reach the listener"]
  ],
  [
    "a listener for operators by a name, which may lead elsewhere",
    { ADMIN_PORT: "9403", ADMIN_TOKEN: goodToken, ADMIN_HOST: "localhost" },
    ["ADMIN_HOST must be 127.0.0.1 or ::1: nobody but this machine may reach the listener"]
  ],
  [
    "a listener for operators without a token",
    { ADMIN_PORT: "9403" },
    ["ADMIN_TOKEN is required when ADMIN_PORT is set"]
  ],
  ...["short", "a".repeat(64), "with blanks ".repeat(4), `${"abcdefghij".repeat(4)}\u00e9`].map(
    (token): (typeof refused)[number] => [
      `a token that is weak or cannot be sent: ${token}`,
      { ADMIN_PORT: "9403", ADMIN_TOKEN: token },
      [
        "ADMIN_TOKEN must have 32 visible ASCII characters or more, 10 of them different: openssl rand -hex 32 makes one"
      ]
    ]
  ),
  [
    "a second facilitator that is the first",
    { X402_FACILITATOR_FALLBACK_URL: "https://x402.org/facilitator/" },
    ["X402_FACILITATOR_FALLBACK_URL is the first facilitator itself"]
  ],
  [
    "a token of no second facilitator",
    { X402_FACILITATOR_FALLBACK_TOKEN: "t" },
    ["X402_FACILITATOR_FALLBACK_TOKEN is for X402_FACILITATOR_FALLBACK_URL, which is not set"]
  ],
  [
    "a second facilitator for tests where money is real",
    {
      X402_NETWORK: "eip155:8453",
      X402_FACILITATOR_URL: "https://facilitator.example",
      X402_FACILITATOR_FALLBACK_URL: "https://x402.org/facilitator",
      DATABASE_URL: "postgres://localhost/a"
    },
    [
      "X402_FACILITATOR_FALLBACK_URL https://x402.org/facilitator serves testnets only: set one that settles on eip155:8453"
    ]
  ],
  ...["eip155:8453", "eip155:137", "eip155:80002"].map((network): (typeof refused)[number] => [
    `the test facilitator and a ledger in memory on ${network}`,
    {
      ...otherChain,
      X402_NETWORK: network,
      X402_FACILITATOR_URL: "https://www.x402.org/facilitator",
      DATA_DIR: "memory://"
    },
    [
      `X402_FACILITATOR_URL https://x402.org/facilitator serves testnets only: set one that settles on ${network}`,
      "DATA_DIR may not be memory:// where real money is taken: a restart loses the ledger"
    ]
  ]),
  [
    "a facilitator that is slower than a sale can wait",
    { X402_FACILITATOR_VERIFY_TIMEOUT: "5001 millis", X402_FACILITATOR_SETTLE_TIMEOUT: "21 seconds" },
    [
      'X402_FACILITATOR_VERIFY_TIMEOUT must be a duration above zero and at most 5 seconds such as "250 millis" or "5 seconds"',
      'X402_FACILITATOR_SETTLE_TIMEOUT must be a duration above zero and at most 20 seconds such as "250 millis" or "5 seconds"'
    ]
  ],
  ...[
    ["PROVIDER_DEADLINE", "61 seconds", "60 seconds"],
    ["PROVIDER_DEADLINE", "0 millis", "60 seconds"],
    ["BREAKER_COOLDOWN", "Infinity", "60 minutes"],
    ["BREAKER_COOLDOWN", "-1 seconds", "60 minutes"],
    ["DRAIN_LIMIT", "2 days", "60 minutes"],
    ["DRAIN_LIMIT", "1 nanos", "60 minutes"]
  ].map(([name = "", value = "", most]): (typeof refused)[number] => [
    `${name} of ${value}`,
    { [name]: value },
    [`${name} must be a duration above zero and at most ${most} such as "250 millis" or "5 seconds"`]
  ]),
  [
    "a pace and a delay that never end",
    { GDELT_PACE: "2 minutes", SHUTDOWN_DELAY: "1 hour" },
    [
      'SHUTDOWN_DELAY must be a duration of at most 5 minutes such as "250 millis" or "0 millis"',
      'GDELT_PACE must be a duration of at most 60 seconds such as "250 millis" or "0 millis"'
    ]
  ],
  ...["mysql://a:b@host/x", "host:5432/almanac", "postgres://almanac:secret@host:port/almanac"].map(
    (url): (typeof refused)[number] => [
      `the database ${url}`,
      { DATABASE_URL: url },
      [
        "DATABASE_URL must be a PostgreSQL URL of the form postgres://user:password@host:port/database, special characters in the password percent-encoded; files that it names must be readable"
      ]
    ]
  ),
  ...[
    "http://localhost",
    "redis://localhost:port",
    "redis://localhost/-1",
    "redis://localhost/cache",
    "redis://:%zz@localhost"
  ].map((url): (typeof refused)[number] => [
    `the Redis ${url}`,
    { REDIS_URL: url },
    ["REDIS_URL must be a redis:// or rediss:// URL whose path is nothing or the number of a database"]
  ]),
  [
    "a secret file that is not there",
    { X402_FACILITATOR_TOKEN_FILE: "/nowhere/token" },
    ["X402_FACILITATOR_TOKEN_FILE names a file that cannot be read (ENOENT)"]
  ],
  [
    "a secret file with nothing in it",
    { CENSUS_API_KEY_FILE: "/dev/null" },
    ["CENSUS_API_KEY_FILE names a file with nothing in it"]
  ],
  [
    "a secret twice",
    { OPENALEX_API_KEY: "one", OPENALEX_API_KEY_FILE: "/dev/null" },
    ["OPENALEX_API_KEY_FILE may not be set together with OPENALEX_API_KEY"]
  ],
  ...[
    "https://a:b@example.org",
    "https://example.org/?",
    "https://example.org/#",
    "https:example.org",
    "https:///example.org",
    "https:\\\\example.org",
    "https://exam\nple.org",
    "https://example.org/a b"
  ].map((url): (typeof refused)[number] => [
    `a URL behind which no path can be put: ${JSON.stringify(url)}`,
    { FRANKFURTER_URL: url },
    ["FRANKFURTER_URL must be an http or https URL without query and credentials"]
  ]),
  ...["Ops \u2013 night shift", "ops@example.org\nweekends", "\u8fd0\u7ef4"].map(
    (contact): (typeof refused)[number] => [
      `a contact that no header can have: ${JSON.stringify(contact)}`,
      { CONTACT: contact },
      ["CONTACT must be one line in Latin letters, digits and common signs: it is sent in a header"]
    ]
  ),
  ...[
    "X402_FACILITATOR_TOKEN",
    "COINGECKO_API_KEY",
    "OPENALEX_API_KEY",
    "OPEN_METEO_API_KEY",
    "CENSUS_API_KEY"
  ].flatMap((name) =>
    ["one\ntwo", "k\u200bey", "cl\u00e9"].map((value): (typeof refused)[number] => [
      `${name} of ${JSON.stringify(value)}, which no request can have`,
      { [name]: value },
      [`${name} must be one line of printable ASCII characters`]
    ])
  )
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
        const told = Option.map(Either.getRight(error), problems)
        expect(Option.getOrElse(told, () => []).toSorted()).toEqual(expected.toSorted())
      })
    )
  }

  it.effect("tell the rules between them together with the rules of each", () =>
    Effect.gen(function* () {
      const error = Either.flip(
        yield* load({
          PORT: "80a",
          HOST: "0.0.0.0",
          X402_NETWORK: "eip155:8453",
          DATABASE_URL: "mysql://localhost",
          DATA_DIR: "memory://",
          X402_PAY_TO: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
          X402_FACILITATOR_SETTLE_TIMEOUT: "soon",
          X402_FACILITATOR_TOKEN: "t",
          CDP_API_KEY_ID: "i",
          COINGECKO_PLAN: "pro",
          PRICE_WEATHER: "free"
        })
      )
      const told = Option.getOrThrow(Option.map(Either.getRight(error), problems))
      expect(told.map((line) => line.split(" ").slice(0, 4).join(" ")).sort()).toEqual(
        [
          "CDP_API_KEY_SECRET is required when",
          "COINGECKO_API_KEY is required when",
          "CONTACT is required: a",
          "DATABASE_URL must be a",
          "PORT must be a",
          "PRICE_WEATHER must be an",
          "PUBLIC_URL is required when",
          "X402_FACILITATOR_SETTLE_TIMEOUT must be a",
          "X402_FACILITATOR_TOKEN may not be",
          "X402_FACILITATOR_URL https://x402.org/facilitator serves testnets",
          "X402_PAY_TO is the token's"
        ].sort()
      )
    })
  )

  it.effect("read every secret from a file", () =>
    Effect.gen(function* () {
      const folder = mkdtempSync(join(tmpdir(), "almanac-"))
      yield* Effect.addFinalizer(() => Effect.sync(() => rmSync(folder, { recursive: true })))
      const file = (name: string, content: string) => {
        writeFileSync(join(folder, name), content)
        return join(folder, name)
      }
      const settings = Either.getOrThrow(
        yield* load({
          ...required,
          DATABASE_URL: "",
          DATABASE_URL_FILE: file("database", "postgres://a:b@localhost/almanac\n"),
          REDIS_URL_FILE: file("redis", "redis://localhost"),
          X402_FACILITATOR_TOKEN_FILE: file("token", "  secret\n"),
          X402_RPC_URL_FILE: file("rpc", "https://node.example/key")
        })
      )
      expect(Option.map(settings.storage.databaseUrl, Redacted.value)).toEqual(
        Option.some("postgres://a:b@localhost/almanac")
      )
      expect(Option.map(settings.storage.redisUrl, Redacted.value)).toEqual(Option.some("redis://localhost"))
      expect(settings.payment.credentials).toEqual(Credentials.Bearer({ token: Redacted.make("secret") }))
      expect(Option.map(settings.payment.rpcUrl, Redacted.value)).toEqual(
        Option.some("https://node.example/key")
      )
    }).pipe(Effect.scoped)
  )

  it.effect("name what is misspelt with the name that is meant, and leave other names alone", () =>
    Effect.gen(function* () {
      const environment = {
        X402_PAYTO: "0x1",
        X402_FACILITATOR: "https://a.example",
        PRICE_FX_RATE: "1",
        GDELT_PACING: "1 second",
        OPEN_METEO_KEY: "k",
        openalex_api_key: "k",
        DATABSE_URL: "postgres://localhost",
        PUBLIC_ULR: "https://a.example",
        METRICS_PORTS: "1",
        // Other people's.
        PATH: "/bin",
        HOSTNAME: "a",
        DATABASE: "x",
        REDIS_HOST: "x",
        LOG_LEVEL_ROOT: "x",
        PRICES: "1",
        npm_config_cache: "x",
        // Ours.
        DATABASE_URL_FILE: "x",
        X402_PAY_TO: "0x1"
      }
      const found = yield* Effect.withConfigProvider(
        misspeltNames,
        ConfigProvider.fromMap(new Map(Object.entries(environment)))
      )
      expect(found.map(({ name, nearest }) => `${name} -> ${nearest}`)).toEqual([
        "DATABSE_URL -> DATABASE_URL",
        "GDELT_PACING -> GDELT_PACE",
        "METRICS_PORTS -> METRICS_PORT",
        "OPEN_METEO_KEY -> OPEN_METEO_API_KEY",
        "PRICE_FX_RATE -> PRICE_FX_RATES",
        "PUBLIC_ULR -> PUBLIC_URL",
        "X402_FACILITATOR -> X402_FACILITATOR_URL",
        "X402_PAYTO -> X402_PAY_TO",
        "openalex_api_key -> OPENALEX_API_KEY"
      ])
    })
  )

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
