/**
 * The ports as a deployment fills them: its database, its facilitator, the providers' own services.
 */
import { Duration, Effect, Layer, Option } from "effect"
import { version } from "./Api/Api.ts"
import * as HttpFacilitator from "./Payment/HttpFacilitator.ts"
import { migrations } from "./Payment/migrations.ts"
import * as CoinGecko from "./Providers/CoinGecko/index.ts"
import * as Frankfurter from "./Providers/Frankfurter/index.ts"
import * as Nager from "./Providers/Nager/index.ts"
import { Settings } from "./Settings.ts"
import * as Cache from "./Storage/Cache.ts"
import * as Database from "./Storage/Database.ts"
import * as Redis from "./Storage/Redis.ts"
import * as RedisCache from "./Storage/RedisCache.ts"

/** Deadlines of the providers' operations. Source: decisions, providers in general. */
const deadlines = {
  coingecko: Duration.seconds(8),
  frankfurter: Duration.seconds(8),
  nager: Duration.seconds(8)
} as const

/** A layer that the settings shape. */
const fromSettings = <A, E, R>(make: (settings: Settings["Type"]) => Layer.Layer<A, E, R>) =>
  Layer.unwrapEffect(Effect.map(Settings, make))

/** PostgreSQL by URL, or embedded in the process. */
export const database = fromSettings(({ storage }) =>
  Database.layer({ url: storage.databaseUrl, dataDir: storage.dataDir, migrations })
)

/** The provider records' cache: in Redis by URL, else in memory. */
export const cache = fromSettings(({ storage }) =>
  Option.match(storage.redisUrl, {
    onNone: () => Cache.layerMemory,
    onSome: (url) => Layer.provide(RedisCache.layer, Redis.layer(url))
  })
)

/** The facilitator at its URL. */
export const facilitator = fromSettings(({ payment }) =>
  HttpFacilitator.layer({
    url: payment.chain.facilitatorUrl,
    token: payment.facilitatorToken,
    verifyTimeout: payment.verifyTimeout,
    settleTimeout: payment.settleTimeout
  })
)

/** The providers, at the URLs of the settings. */
export const providers = fromSettings(({ providers: { contact, deadline, cooldown, coingecko, urls } }) => {
  const common = (provider: keyof typeof deadlines) => ({
    deadline: Option.getOrElse(deadline, () => deadlines[provider]),
    cooldown,
    userAgent: `almanac/${version} (${contact})`
  })
  return Layer.mergeAll(
    CoinGecko.layer({ ...common("coingecko"), ...coingecko }),
    Frankfurter.layer({ ...common("frankfurter"), baseUrl: urls.frankfurter }),
    Nager.layer({ ...common("nager"), baseUrl: urls.nager })
  )
})
