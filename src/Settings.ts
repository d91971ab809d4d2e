/**
 * Every environment variable, read once, all problems reported at once. Nothing below `main` reads the
 * environment.
 */
import * as Config from "effect/Config"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { registeredCapabilities } from "./Api/CapabilityRegistry.ts"
import * as list from "./Capabilities/index.ts"
import * as Assets from "./Resources/Assets.ts"
import * as Usdc from "./Resources/Usdc.ts"
import { admin } from "./Settings/Admin.ts"
import { chain, fallback, payTo } from "./Settings/Chain.ts"
import { credentials } from "./Settings/FacilitatorCredentials.ts"
import { listen, stop } from "./Settings/Listen.ts"
import { type Misspelt, misspelt } from "./Settings/Misspelt.ts"
import * as Read from "./Settings/Reader.ts"
import { storage } from "./Settings/Storage.ts"
import * as MinimumLevel from "./Telemetry/MinimumLevel.ts"

/** A price in force: `amount` is the decimal USDC as written, `atomic` the same in USDC's smallest unit. */
export interface Price {
  readonly amount: string
  readonly atomic: bigint
}

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

const payment = Config.all({
  chain,
  payTo,
  credentials,
  fallback,
  rpcUrl: Read.secretUrl("X402_RPC_URL"),
  verifyTimeout: Read.withDefault(
    Read.duration("X402_FACILITATOR_VERIFY_TIMEOUT", { most: "5 seconds" }),
    Duration.seconds(5)
  ),
  settleTimeout: Read.withDefault(
    Read.duration("X402_FACILITATOR_SETTLE_TIMEOUT", { most: "20 seconds" }),
    Duration.seconds(20)
  ),
  prices
})

const providers = Config.all({
  contact: Read.required(
    "CONTACT",
    // Beyond these a header has no characters.
    Read.matching(
      "CONTACT",
      /^[\x20-\x7e\xa0-\xff]+$/,
      "must be one line in Latin letters, digits and common signs: it is sent in a header"
    ),
    "is required: a URL or address in every provider call's User-Agent"
  ),
  deadline: Read.duration("PROVIDER_DEADLINE", { most: "60 seconds" }),
  cooldown: Read.withDefault(Read.duration("BREAKER_COOLDOWN", { most: "60 minutes" }), Duration.seconds(30)),
  /** Each provider's own, for the list of providers to read. */
  each: list.providers.settings
})

const telemetry = Config.all({
  metrics: Config.all({
    port: Read.integer("METRICS_PORT", 0, 65_535),
    host: Read.withDefault(Read.text("METRICS_HOST"), "127.0.0.1")
  }).pipe(Config.map(({ port, host }) => Option.map(port, (port) => ({ port, host })))),
  otlpEndpoint: Read.url("OTEL_EXPORTER_OTLP_ENDPOINT"),
  logLevel: Read.withDefault(Read.oneOf("LOG_LEVEL", MinimumLevel.names), "info")
})

const all = Config.all({
  listen,
  stop,
  admin,
  storage,
  payment,
  providers,
  telemetry,
  outcomesDir: Read.text("OUTCOMES_DIR")
}).pipe(Config.map((settings) => ({ ...settings, sandbox: false })))

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

/** The names of all settings, those of files with secrets included. */
export const names: Effect.Effect<ReadonlyArray<string>> = Effect.suspend(() => {
  const read = new Set<string>()
  const noting = ConfigProvider.mapInputPath(ConfigProvider.fromMap(new Map()), (name) => {
    read.add(name)
    return name
  })
  return Effect.map(Effect.either(Effect.withConfigProvider(all, noting)), () => [...read])
})

/** What the names of many settings begin with: a name that begins so is meant for us. */
const prefixes = [
  "X402_",
  "PRICE_",
  ...list.providers.all.map(({ variable }) => variable.replace(/URL$/, ""))
]

/** The names of the environment (the current `ConfigProvider`) that look like settings and are none. */
export const misspeltNames: Effect.Effect<ReadonlyArray<Misspelt>> = Effect.gen(function* () {
  const given = yield* Effect.configProviderWith(({ flattened }) =>
    Effect.orElseSucceed(flattened.enumerateChildren([]), () => [])
  )
  return misspelt(given, yield* names, prefixes)
})
