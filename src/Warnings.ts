/**
 * What an operator should know at the start: nothing here stops the process.
 */
import { HttpClient, HttpClientRequest, HttpClientResponse } from "@effect/platform"
import { Duration, Effect, Option, Schema } from "effect"
import * as Assets from "./Payment/Assets.ts"
import { Settings } from "./Settings.ts"

const Supported = Schema.Struct({
  kinds: Schema.Array(
    Schema.Struct({ scheme: Schema.String, network: Schema.String, x402Version: Schema.Number })
  )
})

/** Warns of a ledger that lives and dies with one machine, where real money is taken. */
const ledger = Effect.flatMap(Settings, ({ payment: { chain }, storage }) =>
  chain.network === Assets.base && Option.isNone(storage.databaseUrl)
    ? Effect.logWarning(
        "real money with an embedded database: set DATABASE_URL, so that the ledger outlives this machine"
      )
    : Effect.void
)

/** Asks the facilitator whether it serves our network. Calls are answered in the meantime. */
const facilitator = Effect.gen(function* () {
  const {
    payment: { chain }
  } = yield* Settings
  const client = HttpClient.withTracerPropagation(yield* HttpClient.HttpClient, false)
  const { kinds } = yield* client
    .execute(HttpClientRequest.get(`${chain.facilitatorUrl}/supported`))
    .pipe(
      Effect.flatMap(HttpClientResponse.schemaBodyJson(Supported)),
      Effect.scoped,
      Effect.timeout(Duration.seconds(10))
    )
  const served = kinds.some(
    ({ scheme, network, x402Version }) => scheme === "exact" && network === chain.network && x402Version === 2
  )
  if (!served) {
    yield* Effect.logError(
      `the facilitator ${chain.facilitatorUrl} does not settle scheme exact on ${chain.network}: no payment will be accepted`
    )
  }
}).pipe(
  Effect.catchAll((error) =>
    Effect.logWarning(
      `the facilitator could not be asked what it supports (${error._tag}); paid calls may answer 503`
    )
  )
)

/** A provider that is used outside its terms, and what to do about it. */
interface Breach {
  readonly holds: (providers: Settings["Type"]["providers"]) => boolean
  readonly text: string
}

const isHost = (url: string, host: string) => new URL(url).hostname === host

const breaches: ReadonlyArray<Breach> = [
  {
    holds: ({ openMeteo }) => isHost(openMeteo.baseUrl, "api.open-meteo.com"),
    text: "Open-Meteo's free host is for non-commercial use: set OPEN_METEO_API_KEY"
  },
  {
    holds: ({ urls }) => isHost(urls.photon, "photon.komoot.io"),
    text: "photon.komoot.io is a demonstration server: run Photon yourself and set PHOTON_URL"
  },
  {
    holds: ({ urls, censusApiKey }) => isHost(urls.census, "api.census.gov") && Option.isNone(censusApiKey),
    text: "the Census Bureau answers nobody without a key: set CENSUS_API_KEY"
  }
]

const providers = Effect.flatMap(Settings, (settings) =>
  Effect.forEach(
    breaches.filter(({ holds }) => holds(settings.providers)),
    ({ text }) => Effect.logWarning(`a provider is used outside its terms: ${text}`),
    { discard: true }
  )
)

/** All warnings; those that take time come later. */
export const atStart = Effect.all([ledger, providers, Effect.forkDaemon(facilitator)], { discard: true })
