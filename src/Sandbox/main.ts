/**
 * The sandbox: the service itself with other layers below it. Simulated providers on a local port, a chain of this
 * machine (or one in memory) with funded accounts, an embedded database; no wallet, no key, no network.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as Config from "effect/Config"
import * as ConfigError from "effect/ConfigError"
import * as ConfigProvider from "effect/ConfigProvider"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import { providers } from "../Capabilities/index.ts"
import * as CannotListen from "../Http/CannotListen.ts"
import * as Outbound from "../Http/client/Outbound.ts"
import * as Live from "../Live.ts"
import { explain, serve } from "../Program.ts"
import * as Assets from "../Resources/Assets.ts"
import { isLoopback } from "../Settings/Loopback.ts"
import { fileOf } from "../Settings/Reader.ts"
import { Settings } from "../Settings.ts"
import * as Telemetry from "../Telemetry/Telemetry.ts"
import { buyers, penniless, seller } from "./Accounts.ts"
import * as Anvil from "./Anvil.ts"
import * as CallLog from "./CallLog.ts"
import * as Faults from "./Faults.ts"
import * as Providers from "./Providers.ts"
import * as Routes from "./Routes.ts"
import * as SandboxCache from "./SandboxCache.ts"
import * as SandboxChain from "./SandboxChain.ts"

/** What the sandbox says itself, whatever the environment says: no real chain, provider or ledger. */
const fixed = (origin: string) =>
  ConfigProvider.fromMap(
    new Map<string, string>([
      ["X402_NETWORK", Assets.baseSepolia],
      ["X402_PAY_TO", seller.address],
      ["X402_FACILITATOR_URL", "http://localhost/sandbox/facilitator"],
      ["X402_FACILITATOR_TOKEN", ""],
      ["X402_FACILITATOR_FALLBACK_URL", ""],
      ["X402_FACILITATOR_FALLBACK_TOKEN", ""],
      ["CDP_API_KEY_ID", ""],
      ["CDP_API_KEY_SECRET", ""],
      ["X402_RPC_URL", ""],
      ["X402_ASSET", ""],
      ["X402_ASSET_NAME", ""],
      ["X402_ASSET_VERSION", ""],
      ["DATABASE_URL", ""],
      ["REDIS_URL", ""],
      ...[
        "X402_FACILITATOR_TOKEN",
        "X402_FACILITATOR_FALLBACK_TOKEN",
        "CDP_API_KEY_SECRET",
        "X402_RPC_URL",
        "DATABASE_URL",
        "REDIS_URL"
      ].map((secret) => [fileOf(secret), ""] as const),
      ...providers.all.flatMap(({ keys, slug, variable }) => [
        [variable, `${origin}/${slug}`] as const,
        ...keys.flatMap((key) => [[key, ""] as const, [fileOf(key), ""] as const])
      ])
    ])
  )

/** What holds when the environment says nothing. */
const defaults = ConfigProvider.fromMap(
  new Map([
    ["CONTACT", "https://example.org/sandbox"],
    ["DATA_DIR", "memory://"],
    ["BREAKER_COOLDOWN", "2 seconds"],
    ...providers.all.flatMap(({ sandbox }) => Object.entries(sandbox))
  ])
)

/** The addresses of all providers; their settings are pairs within pairs. */
const addresses = (settings: unknown): ReadonlyArray<string> => {
  if (Array.isArray(settings)) return settings.flatMap(addresses)
  return Predicate.hasProperty(settings, "baseUrl") && Predicate.isString(settings.baseUrl)
    ? [settings.baseUrl]
    : []
}

/** A provider that is not simulated would be asked over the internet. */
const isSimulated = (origin: string, { providers: { each } }: Settings["Type"]): boolean =>
  addresses(each).every((address) => address.startsWith(`${origin}/`))

/** Listens on this machine only: a signature made here is also valid on the test network. */
const settings = (origin: string) =>
  Config.mapOrFail(Settings.config, (settings) => {
    const { host, publicUrl } = settings.listen
    if (!isSimulated(origin, settings)) {
      return Either.left(
        ConfigError.Unsupported([], "a provider without a simulation: the sandbox asks nobody outside")
      )
    }
    return isLoopback(host)
      ? Either.right({
          ...settings,
          sandbox: true,
          payment: {
            ...settings.payment,
            chain: { ...settings.payment.chain, facilitatorUrl: `${publicUrl}/sandbox/facilitator` }
          }
        })
      : Either.left(
          ConfigError.InvalidData(
            ["HOST"],
            "must be a loopback address: the sandbox is for this machine alone"
          )
        )
  })

const settingsLayer = Layer.unwrapEffect(
  Effect.gen(function* () {
    const { origin } = yield* Providers.SimulatedProviders
    const environment = yield* Effect.configProviderWith(Effect.succeed)
    const provider = ConfigProvider.orElse(fixed(origin), () =>
      ConfigProvider.orElse(environment, () => defaults)
    )
    return Layer.effect(Settings, Effect.withConfigProvider(settings(origin), provider))
  })
)

/** Says what is waited for, before it is. */
const waitingFor =
  (what: string) =>
  <A, E, R>(layer: Layer.Layer<A, E, R>): Layer.Layer<A, E, R> =>
    Layer.unwrapEffect(Effect.as(Console.log(`  waiting for ${what} ...`), layer))

/** A port that is in use is told before anything is waited for. */
const portIsFree = Layer.effectDiscard(Effect.flatMap(Settings, ({ listen }) => CannotListen.check(listen)))

/** Blocks as often as on Base, so that payments expire on the chain even when nothing is settled. */
const money = waitingFor("the chain")(SandboxChain.layer(Anvil.layer({ blockTime: 2 })))

const ports = Layer.merge(Faults.layer, SandboxCache.layerForget).pipe(
  Layer.provideMerge(Layer.mergeAll(waitingFor("the database")(Live.ledger), money, Live.providers)),
  Layer.provideMerge(SandboxCache.layerCache),
  Layer.provideMerge(Live.shared),
  Layer.provideMerge(Live.telemetry),
  Layer.provideMerge(Outbound.layer),
  Layer.provideMerge(portIsFree),
  Layer.provideMerge(settingsLayer),
  Layer.provideMerge(Providers.layer)
)

/** The address of the banner's commands, for those that have another one by default. */
const elsewhere = (publicUrl: string) =>
  publicUrl === "http://localhost:8402" ? "" : `ALMANAC_URL=${publicUrl} `

const banner = Effect.gen(function* () {
  const { publicUrl } = (yield* Settings).listen
  const call = `${elsewhere(publicUrl)}npm run almanac -- call fx.rates --base EUR --currencies`
  const curl = `curl -X POST ${publicUrl}/sandbox/faults -d`
  yield* Console.log(`
  ALMANAC SANDBOX - simulated providers, play money. Nothing here is real, and nothing is kept.

  Service         ${publicUrl}      docs: ${publicUrl}/docs
  Chain           ${yield* SandboxChain.ChainNote}
  A funded key    ${buyers[0].privateKey}
  One without     ${penniless.privateKey}
  Balances        ${publicUrl}/sandbox/balances
  Last calls      ${publicUrl}/sandbox/log

  Buy an answer, in another terminal:

    ${call} USD,GBP

  Make an error, and meet it. A provider fails (throttled, late, unavailable, garbage, empty) until "on":true; the next
  settlement is lost, slow, refused or reverted; "facilitator" or "ledger" is off until it is on; a purse is empty:

    ${curl} '{"provider":"gdelt","fails":"throttled"}'
    ${curl} '{"settlement":"lost"}'
    ${curl} '{"facilitator":"off"}'
    ALMANAC_PRIVATE_KEY=${penniless.privateKey} ${call} USD
`)
})

serve({ routes: Routes.layer, announce: banner }).pipe(
  Effect.provide(ports),
  explain,
  Effect.provide(CallLog.layer),
  Effect.provide(Telemetry.logs(process.stdout.isTTY)),
  NodeRuntime.runMain({ disableErrorReporting: true, disablePrettyLogger: true })
)
