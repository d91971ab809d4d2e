/**
 * The ports as a deployment fills them: its database, its facilitator, the providers' own services.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { version } from "./Api/Version.ts"
import * as list from "./Capabilities/index.ts"
import { Pauses } from "./Pauses.ts"
import * as RpcChain from "./Payment/chain/RpcChain.ts"
import { Facilitator } from "./Payment/facilitator/Facilitator.ts"
import * as Failover from "./Payment/facilitator/Failover.ts"
import * as HttpFacilitator from "./Payment/facilitator/HttpFacilitator.ts"
import { migrations } from "./Payment/ledger/migrations.ts"
import * as SqlLedger from "./Payment/ledger/SqlLedger.ts"
import { MostCalls } from "./Providers/client/Bulkhead.ts"
import { Circuits } from "./Providers/client/Circuits.ts"
import * as Pacing from "./Providers/client/Pacing.ts"
import * as RedisPacing from "./Providers/client/RedisPacing.ts"
import * as Assets from "./Resources/Assets.ts"
import { Settings } from "./Settings.ts"
import * as Cache from "./Storage/Cache.ts"
import * as Database from "./Storage/Database.ts"
import * as Redis from "./Storage/Redis.ts"
import * as RedisCache from "./Storage/RedisCache.ts"
import * as RedisWakeUps from "./Storage/RedisWakeUps.ts"
import * as WakeUps from "./Storage/WakeUps.ts"
import * as Telemetry from "./Telemetry/Telemetry.ts"

/** A layer that the settings shape. */
const fromSettings = <A, E, R>(make: (settings: Settings["Type"]) => Layer.Layer<A, E, R>) =>
  Layer.unwrapEffect(Effect.map(Settings, make))

/** PostgreSQL by URL, or embedded in the process. */
export const database = fromSettings(({ storage }) =>
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

/** The facilitator at its URL, and the second one where there is one. */
export const facilitator = fromSettings(({ payment }) =>
  Layer.effect(
    Facilitator,
    Effect.gen(function* () {
      const { settleTimeout, verifyTimeout } = payment
      const at = (place: Pick<HttpFacilitator.Options, "url" | "credentials">) =>
        HttpFacilitator.make({ ...place, verifyTimeout, settleTimeout })
      const { facilitatorUrl } = payment.chain
      const first = yield* at({ url: facilitatorUrl, credentials: payment.credentials })
      return yield* Option.match(payment.fallback, {
        // The ledger knows whom it has asked, should another become the first one.
        onNone: () => Effect.succeed({ ...first, settlerOf: () => facilitatorUrl }),
        onSome: (place) =>
          Effect.map(at(place), (second) =>
            Failover.make(first, second, { first: facilitatorUrl, second: place.url })
          )
      })
    })
  )
)

/** The chain at its node, where one is named: without a node, the reconciler asks the facilitator only. */
export const chain = fromSettings(({ payment: { rpcUrl, chain } }) =>
  Option.match(Option.all({ url: rpcUrl, chainId: Option.fromNullable(Assets.chainId(chain.network)) }), {
    onNone: () => Layer.empty,
    onSome: (node) =>
      RpcChain.layer({ ...node, network: chain.network, confirmations: RpcChain.confirmations })
  })
)

/** One provider that hangs holds half of the calls at most: the others are served by the rest. */
const mostCalls = (maxCalls: number) => Layer.succeed(MostCalls, Math.ceil(maxCalls / 2))

/** The providers, at the URLs of the settings, and their circuits. */
export const providers = fromSettings(({ listen, providers: { contact, cooldown, deadline, each } }) =>
  list.providers
    .layer(each, (own) => ({
      deadline: Option.getOrElse(deadline, () => own),
      cooldown,
      userAgent: `almanac/${version} (${contact})`,
      contact
    }))
    .pipe(
      Layer.provideMerge(Layer.merge(Circuits.layer, Pauses.layer)),
      Layer.provide(mostCalls(listen.maxCalls))
    )
)

/** The log level, and the export of spans, logs and metrics. */
export const telemetry = fromSettings((settings) =>
  Telemetry.layer({ ...settings.telemetry, isLevelChangeable: Option.isSome(settings.admin) })
)
