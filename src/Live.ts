/**
 * The ports as a deployment fills them: its database, its facilitator, the providers' own services.
 */
import { Duration, Effect, Layer, Option } from "effect"
import { version } from "./Api/Version.ts"
import * as RpcChain from "./Payment/chain/RpcChain.ts"
import * as Assets from "./Payment/challenge/Assets.ts"
import * as HttpFacilitator from "./Payment/facilitator/HttpFacilitator.ts"
import { migrations } from "./Payment/ledger/migrations.ts"
import * as SqlLedger from "./Payment/ledger/SqlLedger.ts"
import * as Census from "./Providers/Census/index.ts"
import * as CoinGecko from "./Providers/CoinGecko/index.ts"
import * as Crossref from "./Providers/Crossref/index.ts"
import { Circuits } from "./Providers/client/Circuits.ts"
import * as Pacing from "./Providers/client/Pacing.ts"
import * as RedisPacing from "./Providers/client/RedisPacing.ts"
import * as Frankfurter from "./Providers/Frankfurter/index.ts"
import * as Gdelt from "./Providers/Gdelt/index.ts"
import * as Nager from "./Providers/Nager/index.ts"
import * as OpenAlex from "./Providers/OpenAlex/index.ts"
import * as OpenMeteo from "./Providers/OpenMeteo/index.ts"
import * as Photon from "./Providers/Photon/index.ts"
import * as Wikidata from "./Providers/Wikidata/index.ts"
import { Settings } from "./Settings.ts"
import * as Cache from "./Storage/Cache.ts"
import * as Database from "./Storage/Database.ts"
import * as Redis from "./Storage/Redis.ts"
import * as RedisCache from "./Storage/RedisCache.ts"
import * as RedisWakeUps from "./Storage/RedisWakeUps.ts"
import * as WakeUps from "./Storage/WakeUps.ts"

/** Deadlines of the providers' operations. Source: decisions, providers in general. */
const deadlines = {
  openalex: Duration.seconds(10),
  crossref: Duration.seconds(12),
  coingecko: Duration.seconds(8),
  frankfurter: Duration.seconds(8),
  nager: Duration.seconds(8),
  gdelt: Duration.seconds(20),
  openMeteo: Duration.seconds(8),
  photon: Duration.seconds(8),
  wikidata: Duration.seconds(8),
  census: Duration.seconds(20)
} as const

/** A layer that the settings shape. */
const fromSettings = <A, E, R>(make: (settings: Settings["Type"]) => Layer.Layer<A, E, R>) =>
  Layer.unwrapEffect(Effect.map(Settings, make))

/** PostgreSQL by URL, or embedded in the process. */
const database = fromSettings(({ storage }) =>
  Database.layer({ url: storage.databaseUrl, dataDir: storage.dataDir, migrations })
)

/** The ledger in its database. */
export const ledger = Layer.provideMerge(SqlLedger.layer, database)

/** What replicas share, cache, pace of providers and notices: in Redis by URL, else in the process's memory. */
export const shared = fromSettings(({ storage }) =>
  Option.match(storage.redisUrl, {
    onNone: () => Layer.mergeAll(Cache.layerMemory, Pacing.layerMemory, WakeUps.layerMemory),
    onSome: (url) =>
      Layer.merge(RedisCache.layer, RedisPacing.layer).pipe(
        Layer.provideMerge(RedisWakeUps.layer(url)),
        Layer.provide(Redis.layer(url))
      )
  })
)

/** The facilitator at its URL. */
export const facilitator = fromSettings(({ payment }) =>
  HttpFacilitator.layer({
    url: payment.chain.facilitatorUrl,
    credentials: payment.credentials,
    verifyTimeout: payment.verifyTimeout,
    settleTimeout: payment.settleTimeout
  })
)

/** The chain at its node, where one is named: without, the reconciler has nobody to ask. */
export const chain = fromSettings(({ payment: { rpcUrl, chain } }) =>
  Option.match(Option.all({ url: rpcUrl, chainId: Assets.chainId(chain.network) }), {
    onNone: () => Layer.empty,
    onSome: (node) =>
      RpcChain.layer({ ...node, network: chain.network, confirmations: RpcChain.confirmations })
  })
)

/** The providers, at the URLs of the settings, and their circuits. */
export const providers = fromSettings(
  ({
    providers: {
      contact,
      deadline,
      cooldown,
      openAlexApiKey,
      coingecko,
      gdeltPace,
      openMeteo,
      censusApiKey,
      urls
    }
  }) => {
    const common = (provider: keyof typeof deadlines) => ({
      deadline: Option.getOrElse(deadline, () => deadlines[provider]),
      cooldown,
      userAgent: `almanac/${version} (${contact})`
    })
    return Layer.mergeAll(
      OpenAlex.layer({ ...common("openalex"), baseUrl: urls.openalex, apiKey: openAlexApiKey }),
      Crossref.layer({ ...common("crossref"), baseUrl: urls.crossref, contact }),
      CoinGecko.layer({ ...common("coingecko"), ...coingecko }),
      Frankfurter.layer({ ...common("frankfurter"), baseUrl: urls.frankfurter }),
      Nager.layer({ ...common("nager"), baseUrl: urls.nager }),
      Gdelt.layer({ ...common("gdelt"), baseUrl: urls.gdelt, pace: gdeltPace }),
      OpenMeteo.layer({ ...common("openMeteo"), ...openMeteo }),
      Photon.layer({ ...common("photon"), baseUrl: urls.photon }),
      Wikidata.layer({ ...common("wikidata"), baseUrl: urls.wikidata }),
      Census.layer({ ...common("census"), baseUrl: urls.census, apiKey: censusApiKey })
    ).pipe(Layer.provideMerge(Circuits.layer))
  }
)
