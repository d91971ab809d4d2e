/**
 * Every environment variable, read once, all problems reported at once. Nothing below `main` reads the
 * environment.
 */
import * as Config from "effect/Config"
import * as ConfigError from "effect/ConfigError"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { registeredCapabilities } from "./Api/CapabilityRegistry.ts"
import * as list from "./Capabilities/index.ts"
import * as Assets from "./Resources/Assets.ts"
import * as Usdc from "./Resources/Usdc.ts"
import * as CoinbaseKey from "./Settings/CoinbaseKey.ts"
import { Credentials } from "./Settings/Credentials.ts"
import * as Read from "./Settings/Reader.ts"

/** A price in force: `amount` is the decimal USDC as written, `atomic` the same in USDC's smallest unit. */
export interface Price {
  readonly amount: string
  readonly atomic: bigint
}

/** Whether only this machine reaches an address. */
export const isLoopback = (host: string) => host === "localhost" || host === "::1" || host.startsWith("127.")

const listen = Config.all({
  port: Read.withDefault(Read.integer("PORT", 0, 65_535), 8402),
  host: Read.withDefault(Read.text("HOST"), "127.0.0.1"),
  publicUrl: Read.url("PUBLIC_URL"),
  maxCalls: Read.withDefault(Read.integer("MAX_CALLS", 1, 65_535), 1024)
}).pipe(
  Config.mapOrFail(({ publicUrl, ...listen }) =>
    Option.match(publicUrl, {
      onSome: (url) => Either.right({ ...listen, publicUrl: url }),
      onNone: () =>
        isLoopback(listen.host)
          ? Either.right({ ...listen, publicUrl: `http://localhost:${listen.port}` })
          : Either.left(
              ConfigError.MissingData(["PUBLIC_URL"], "is required when HOST is not a loopback address")
            )
    })
  )
)

const storage = Config.all({
  databaseUrl: Read.secret("DATABASE_URL"),
  dataDir: Read.withDefault(Read.text("DATA_DIR"), ".data"),
  redisUrl: Read.secretOf("REDIS_URL", /^rediss?:\/\/\S+$/, "must be a redis:// or rediss:// URL")
})

const chain = Config.all({
  network: Read.withDefault(
    Read.matching("X402_NETWORK", /^eip155:[1-9]\d{0,15}$/, "must be a CAIP-2 chain such as eip155:8453"),
    "eip155:84532"
  ),
  address: Read.address("X402_ASSET"),
  name: Read.text("X402_ASSET_NAME"),
  version: Read.text("X402_ASSET_VERSION"),
  facilitatorUrl: Read.withDefault(Read.url("X402_FACILITATOR_URL"), "https://x402.org/facilitator")
}).pipe(
  Config.mapOrFail(({ network, facilitatorUrl, ...overrides }) => {
    const known = Assets.byNetwork(network)
    const asset = Option.all({
      address: Option.orElse(overrides.address, () => Option.map(known, (asset) => asset.address)),
      name: Option.orElse(overrides.name, () => Option.map(known, (asset) => asset.name)),
      version: Option.orElse(overrides.version, () => Option.map(known, (asset) => asset.version))
    })
    if (Option.isNone(asset)) {
      return Either.left(
        ConfigError.InvalidData(
          ["X402_NETWORK"],
          "is no chain whose USDC is known: set X402_ASSET, X402_ASSET_NAME and X402_ASSET_VERSION too"
        )
      )
    }
    if (network === Assets.base && new URL(facilitatorUrl).hostname === "x402.org") {
      return Either.left(
        ConfigError.InvalidData(["X402_FACILITATOR_URL"], "https://x402.org/facilitator serves testnets only")
      )
    }
    return Either.right({ network, asset: asset.value, facilitatorUrl })
  })
)

/** The contract's price of a capability. One that is no amount is a mistake in the Api. */
const listed = (amount: string): Price => ({ amount, atomic: Option.getOrThrow(Usdc.parse(amount)) })

const prices = Config.all(
  Object.fromEntries(
    registeredCapabilities.map(({ facts }) => [
      facts.id,
      Read.withDefault(
        Read.parsed(
          `PRICE_${facts.id.toUpperCase().replaceAll(".", "_")}`,
          "must be an amount of USDC above 0 with at most 6 decimals",
          (amount) => Option.map(Usdc.parse(amount), (atomic): Price => ({ amount, atomic }))
        ),
        listed(facts.price)
      )
    ])
  )
)

/** Where the ledger is, and whether it may be there for this chain's money. */
const ledger = Config.all({ chain, storage }).pipe(
  Config.mapOrFail(({ chain, storage }) =>
    chain.network === Assets.base && Option.isNone(storage.databaseUrl) && storage.dataDir === "memory://"
      ? Either.left(
          ConfigError.InvalidData(
            ["DATA_DIR"],
            "may not be memory:// where real money is taken: a restart loses the ledger"
          )
        )
      : Either.right({ chain, storage })
  )
)

/** What opens a hosted facilitator: one thing or nothing. */
const credentials = Config.all({
  token: Read.secret("X402_FACILITATOR_TOKEN"),
  id: Read.text("CDP_API_KEY_ID"),
  secret: Read.secret("CDP_API_KEY_SECRET")
}).pipe(
  Config.mapOrFail(({ token, id, secret }): Either.Either<Credentials, ConfigError.ConfigError> => {
    if (Option.isNone(id) && Option.isNone(secret)) {
      return Either.right(
        Option.match(token, {
          onNone: () => Credentials.None(),
          onSome: (token) => Credentials.Bearer({ token })
        })
      )
    }
    if (Option.isSome(token)) {
      return Either.left(
        ConfigError.InvalidData(
          ["X402_FACILITATOR_TOKEN"],
          "may not be set together with CDP_API_KEY_ID and CDP_API_KEY_SECRET: a facilitator takes one of the two"
        )
      )
    }
    if (Option.isNone(id)) {
      return Either.left(
        ConfigError.MissingData(["CDP_API_KEY_ID"], "is required when CDP_API_KEY_SECRET is set")
      )
    }
    if (Option.isNone(secret)) {
      return Either.left(
        ConfigError.MissingData(["CDP_API_KEY_SECRET"], "is required when CDP_API_KEY_ID is set")
      )
    }
    return Either.fromOption(
      Option.map(CoinbaseKey.parse(id.value, Redacted.value(secret.value)), (key) =>
        Credentials.Coinbase({ key })
      ),
      () =>
        ConfigError.InvalidData(
          ["CDP_API_KEY_SECRET"],
          "must be the key as Coinbase gave it out: base64 of 64 bytes (Ed25519), or PEM (ECDSA on P-256)"
        )
    )
  })
)

const payment = Config.all({
  payTo: Read.required(
    "X402_PAY_TO",
    Read.address("X402_PAY_TO"),
    "is required: the address that receives the payments"
  ),
  credentials,
  rpcUrl: Read.secretUrl("X402_RPC_URL"),
  verifyTimeout: Read.withDefault(Read.duration("X402_FACILITATOR_VERIFY_TIMEOUT"), Duration.seconds(5)),
  settleTimeout: Read.withDefault(Read.duration("X402_FACILITATOR_SETTLE_TIMEOUT"), Duration.seconds(20)),
  prices
})

const providers = Config.all({
  contact: Read.required(
    "CONTACT",
    Read.text("CONTACT"),
    "is required: a URL or address in every provider call's User-Agent"
  ),
  deadline: Read.duration("PROVIDER_DEADLINE"),
  cooldown: Read.withDefault(Read.duration("BREAKER_COOLDOWN"), Duration.seconds(30)),
  /** Each provider's own, for the list of providers to read. */
  each: list.providers.settings
})

const telemetry = Config.all({
  metrics: Config.all({
    port: Read.integer("METRICS_PORT", 0, 65_535),
    host: Read.withDefault(Read.text("METRICS_HOST"), "127.0.0.1")
  }).pipe(Config.map(({ port, host }) => Option.map(port, (port) => ({ port, host })))),
  otlpEndpoint: Read.url("OTEL_EXPORTER_OTLP_ENDPOINT"),
  logLevel: Read.withDefault(
    Read.oneOf("LOG_LEVEL", ["trace", "debug", "info", "warning", "error", "fatal", "none"]),
    "info"
  )
})

const all = Config.all({
  listen,
  ledger,
  payment,
  providers,
  telemetry,
  drainLimit: Read.withDefault(Read.duration("DRAIN_LIMIT"), Duration.seconds(55)),
  outcomesDir: Read.text("OUTCOMES_DIR")
}).pipe(
  Config.map(({ ledger: { chain, storage }, payment, ...settings }) => ({
    ...settings,
    storage,
    payment: { ...payment, chain },
    sandbox: false
  }))
)

/** The settings of one process. `sandbox` is true only in the sandbox, which overrides it in code. */
export type SettingsShape = Config.Config.Success<typeof all>

export class Settings extends Context.Tag("almanac/Settings")<Settings, SettingsShape>() {
  /** From the environment (the current `ConfigProvider`); fails with every problem. */
  static readonly config = all
  static readonly layer = Layer.effect(Settings, all)
}

/** The name of the network, as the capability list shows it. */
export const networkName = ({ sandbox, payment }: SettingsShape): string =>
  sandbox ? "sandbox" : Assets.networkName(payment.chain.network)
