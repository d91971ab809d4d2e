/**
 * What the operator asks and changes. Each change is a warning in the log, so that it is there at every usual level.
 */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as LogLevel from "effect/LogLevel"
import * as Metric from "effect/Metric"
import * as MetricState from "effect/MetricState"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { registeredCapabilities } from "../Api/CapabilityRegistry.ts"
import * as RequestDecoder from "../Api/RequestDecoder.ts"
import { version } from "../Api/Version.ts"
import { Lifecycle } from "../Lifecycle.ts"
import { PauseKind, Pauses } from "../Pauses.ts"
import { keyOf, Ledger } from "../Payment/ledger/Ledger.ts"
import { PauseStore } from "../Payment/pause/PauseStore.ts"
import * as PauseWatch from "../Payment/pause/PauseWatch.ts"
import { ProviderAvailability } from "../ProviderAvailability.ts"
import type { PaymentState } from "../Resources/PaymentStatus.ts"
import { ProviderSlug } from "../Resources/ProviderSlug.ts"
import { Settings } from "../Settings.ts"
import type { DatabaseUnavailable } from "../Storage/Database.ts"
import { levels, MinimumLevel } from "../Telemetry/MinimumLevel.ts"
import { AdminApi, Invalid, LedgerAway, LevelRequest, PauseRequest, Stopping, Unknown } from "./AdminApi.ts"

const isProvider = Schema.is(ProviderSlug)

const isKind = Schema.is(PauseKind)

/** What kind of thing a path names. */
const kindIn = (kind: string) =>
  isKind(kind)
    ? Effect.succeed(kind)
    : new Unknown({ message: `a pause is of a ${PauseKind.literals.join(" or a ")}, not of a ${kind}` })

/** Whether there is something by this name that can be paused. */
const exists = (kind: PauseKind, name: string) =>
  kind === "provider" ? isProvider(name) : registeredCapabilities.some(({ facts }) => facts.id === name)

/** Reads a body, strictly: what is misspelt would else be taken as left out. */
const reader = <A, I>(schema: Schema.Schema<A, I>) => {
  const decoder = RequestDecoder.make(schema)
  return ({ arrayBuffer }: HttpServerRequest.HttpServerRequest) =>
    Effect.flatMap(Effect.orDie(arrayBuffer), (body) =>
      Either.mapLeft(
        RequestDecoder.decodeBytes(new Uint8Array(body), decoder),
        ({ message }) => new Invalid({ message })
      )
    )
}
const readPause = reader(PauseRequest)
const readLevel = reader(LevelRequest)

/** What providers said last that is left to spend, from the gauge. */
const budgets = Effect.map(Metric.snapshot, (snapshot) =>
  snapshot.flatMap(({ metricKey, metricState }) => {
    if (metricKey.name !== "almanac_provider_budget_left_usd" || !MetricState.isGaugeState(metricState))
      return []
    const provider = metricKey.tags.find(({ key }) => key === "provider")?.value
    return isProvider(provider) ? [{ provider, leftUsd: Number(metricState.value) }] : []
  })
)

/** The states in which a run may hold a payment. */
const open: ReadonlyArray<PaymentState> = ["reserved", "settling", "unknown"]

const away = ({ problem }: DatabaseUnavailable) => new LedgerAway({ message: problem })

/** The handlers. */
export const layer = HttpApiBuilder.group(AdminApi, "admin", (handlers) =>
  Effect.gen(function* () {
    const availability = yield* ProviderAvailability
    const ledger = yield* Ledger
    const level = yield* MinimumLevel
    const lifecycle = yield* Lifecycle
    const pauses = yield* Pauses
    const store = yield* PauseStore
    const { chain } = (yield* Settings).payment
    const watched = yield* Effect.context<PauseWatch.Needed>()
    const changed = Effect.provide(PauseWatch.look, watched)

    const overview = Effect.sync(() => ({
      version,
      startedAt: new Date(lifecycle.started),
      // To an operator, who takes it out of the load balancer, it drains as soon as it is not ready.
      draining: !lifecycle.isReady(),
      underWay: lifecycle.underWay(),
      logLevel: level.get(),
      pauses: pauses.all()
    }))

    const told = (change: string, facts: object = {}) =>
      Effect.logWarning(`operator: ${change}`).pipe(Effect.annotateLogs({ ...facts }))

    return handlers
      .handle("overview", () => overview)
      .handle("providers", () =>
        Effect.zipWith(Clock.currentTimeMillis, budgets, (now, budgets) => ({
          operations: availability.status(now).operations,
          budgets
        }))
      )
      .handle("payment", ({ path: { nonce, payer } }) => {
        const key = keyOf(chain, { from: payer, nonce })
        return Effect.flatMap(
          Effect.mapError(Effect.all([ledger.find(key), ledger.status(key)]), away),
          ([entry, record]) =>
            Option.match(Option.all({ entry, record }), {
              onNone: () =>
                new Unknown({ message: "the ledger has no payment of this payer with this nonce" }),
              onSome: ({ entry, record }) =>
                Effect.succeed({
                  ...key,
                  ...record,
                  requestId: entry.requestId,
                  isHeld: entry.isLeased && open.includes(entry.state),
                  hasIdempotencyKey: entry.idempotencyKey !== null,
                  replays: entry.replays
                })
            })
        )
      })
      .handleRaw("pause", ({ path: { kind: word, name }, request }) =>
        Effect.gen(function* () {
          const kind = yield* kindIn(word)
          if (!exists(kind, name)) return yield* new Unknown({ message: `there is no ${kind} ${name}` })
          const payload = yield* readPause(request)
          yield* Effect.mapError(store.begin({ kind, name, ...payload }), away)
          yield* told("pauses", { kind, name, ...payload })
          yield* Effect.mapError(changed, away)
          return pauses.all()
        })
      )
      .handle("resume", ({ path: { kind: word, name } }) =>
        Effect.gen(function* () {
          const kind = yield* kindIn(word)
          const existed = yield* Effect.mapError(store.end(kind, name), away)
          if (!existed) return yield* new Unknown({ message: `the ${kind} ${name} is not paused` })
          yield* told("resumes", { kind, name })
          yield* Effect.mapError(changed, away)
          return pauses.all()
        })
      )
      .handleRaw("logLevel", ({ request }) =>
        Effect.gen(function* () {
          const { level: to } = yield* readLevel(request)
          const from = level.get()
          // The line is written at whichever of the two levels shows more.
          const shows = LogLevel.lessThan(levels[from], levels[to]) ? from : to
          yield* Effect.sync(() => level.set(shows))
          yield* told("sets the log level", { from, to })
          yield* Effect.sync(() => level.set(to))
          return yield* overview
        })
      )
      .handle("drain", () =>
        told("drains: not ready any more, calls are still served").pipe(
          Effect.zipRight(lifecycle.setAside(true)),
          Effect.zipRight(overview)
        )
      )
      .handle("undrain", () =>
        Effect.gen(function* () {
          if (lifecycle.isStopping())
            return yield* new Stopping({ message: "the process is stopping, which is not taken back" })
          yield* lifecycle.setAside(false)
          yield* told("drains no more")
          return yield* overview
        })
      )
  })
)
