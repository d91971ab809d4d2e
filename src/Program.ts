/**
 * The life of the process: it starts, serves until it is told to stop, and ends when nothing is under way.
 */
import * as HttpServer from "@effect/platform/HttpServer"
import * as HttpServerError from "@effect/platform/HttpServerError"
import * as Cause from "effect/Cause"
import * as ConfigError from "effect/ConfigError"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Runtime from "effect/Runtime"
import * as AdminServer from "./Admin/AdminServer.ts"
import { registeredCapabilities } from "./Api/CapabilityRegistry.ts"
import { version } from "./Api/Version.ts"
import { warmUp } from "./Composites/WarmUp.ts"
import { cannotListen } from "./Http/CannotListen.ts"
import * as AdmissionMetrics from "./Http/limits/AdmissionMetrics.ts"
import * as MetricsServer from "./Http/MetricsServer.ts"
import * as NodeServer from "./Http/NodeServer.ts"
import * as Readiness from "./Http/Readiness.ts"
import { Lifecycle } from "./Lifecycle.ts"
import * as ProviderCalls from "./Payment/ledger/books/ProviderCalls.ts"
import * as PaymentMetrics from "./Payment/Metrics.ts"
import * as Circuits from "./Providers/client/Circuits.ts"
import * as ProviderMetrics from "./Providers/client/Metrics.ts"
import { inTurns } from "./Runtime/Turns.ts"
import * as Server from "./Server.ts"
import { problems } from "./Settings/Reader.ts"
import { networkName, Settings } from "./Settings.ts"
import * as Gauges from "./Telemetry/Gauges.ts"
import * as Labelled from "./Telemetry/Labelled.ts"
import * as ProcessMetrics from "./Telemetry/ProcessMetrics.ts"
import * as RequestMetrics from "./Telemetry/RequestMetrics.ts"

/** What a program adds to the service. */
export interface Extras<E, R, E2, R2> {
  /** Routes besides those of the Api. */
  readonly routes: Layer.Layer<never, E, R>
  /** Runs when the server accepts calls. */
  readonly announce: Effect.Effect<void, E2, R2>
}

const buildInfo = Labelled.gauge(
  "almanac_build_info",
  "Always 1; the version is in the label",
  "version"
)(version)

/** Registers the metrics that must be there before their first event, and samples the gauges. */
const metrics = Effect.gen(function* () {
  yield* Metric.set(buildInfo, 1)
  const capabilities = registeredCapabilities.map(({ facts }) => facts.id)
  PaymentMetrics.register(capabilities)
  RequestMetrics.register(capabilities)
  yield* Readiness.watch
  yield* Gauges.sample([
    yield* Circuits.sampler,
    yield* ProcessMetrics.sampler,
    yield* AdmissionMetrics.sampler
  ])
})

/**
 * From now on a second signal ends the process at once. A process without listeners ends so by default, but the kernel
 * spares the first process of a container.
 */
const exitOnSecondSignal = Effect.map(Effect.runtime(), (runtime) => {
  for (const [signal, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143]
  ] as const) {
    process.once(signal, () => {
      Runtime.runSync(runtime)(Effect.logWarning("a second signal: stopped with whatever is under way"))
      process.exit(code)
    })
  }
})

/** Announces the stop and serves on for `delay`. A load balancer has sent new calls elsewhere by then. */
const announceStop = (lifecycle: Lifecycle["Type"], delay: Duration.Duration) =>
  Duration.toMillis(delay) === 0
    ? Effect.void
    : Effect.zipRight(
        lifecycle.announceStop,
        Effect.logInfo(`stopping in ${Duration.format(delay)}: not ready any more, calls are still served`)
      ).pipe(Effect.zipRight(Effect.sleep(delay)))

/** Refuses new calls, after a while, and waits for those under way, for a limited time. */
const drain = (lifecycle: Lifecycle["Type"], { delay, drainLimit }: Settings["Type"]["stop"]) =>
  Effect.zipRight(exitOnSecondSignal, announceStop(lifecycle, delay)).pipe(
    Effect.zipRight(Effect.logInfo("stopping: no new calls, waiting for those under way")),
    Effect.zipRight(Effect.timeoutOption(Effect.interruptible(lifecycle.drain), drainLimit)),
    Effect.flatMap((drained) =>
      drained._tag === "None"
        ? Effect.logWarning("stopped with calls still under way")
        : Effect.logInfo("stopped")
    )
  )

/**
 * Stops for SIGHUP as for SIGTERM: by default it would end the process at once. A terminal that closes may send it twice;
 * the second time it says nothing new.
 */
const stopOnHangup = Effect.sync(() => {
  let isStopping = false
  process.on("SIGHUP", () => {
    if (isStopping) return
    isStopping = true
    process.emit("SIGTERM", "SIGTERM")
  })
})

/** The first calls of a process, and its first answer to a probe, come before the warm-up. */
const warmUpDelay = Duration.seconds(1)

const readForPractice = inTurns(1, warmUp).pipe(
  Effect.delay(warmUpDelay),
  Effect.zipRight(
    Effect.logDebug("warmed up: a made-up claim was read, so that the first real one takes no longer")
  )
)

/** Serves until interrupted. */
export const serve = <E, R, E2, R2>({ routes, announce }: Extras<E, R, E2, R2>) =>
  Effect.scoped(
    Effect.gen(function* () {
      yield* stopOnHangup
      const settings = yield* Settings
      const services = yield* Layer.build(Layer.provideMerge(Server.layer(routes), NodeServer.layer)).pipe(
        Effect.mapError((error) =>
          error instanceof HttpServerError.ServeError ? cannotListen("", settings.listen)(error) : error
        )
      )
      yield* Effect.provide(metrics, services)
      yield* ProviderCalls.record(ProviderMetrics.callsMade)
      yield* MetricsServer.start
      yield* Effect.provide(AdminServer.start, services)
      const { address } = Context.get(services, HttpServer.HttpServer)
      yield* Effect.logInfo(`almanac ${version} listens on ${HttpServer.formatAddress(address)}`).pipe(
        Effect.annotateLogs({
          publicUrl: settings.listen.publicUrl,
          network: networkName(settings),
          payTo: settings.payment.payTo
        })
      )
      yield* announce
      yield* Effect.forkScoped(readForPractice)
      return yield* Effect.onInterrupt(Effect.never, () =>
        drain(Context.get(services, Lifecycle), settings.stop)
      )
    })
  )

/** Why the process could not start, one line per reason. */
const reasons = (error: unknown): ReadonlyArray<string> => {
  if (ConfigError.isConfigError(error)) return problems(error)
  return [error instanceof Error ? error.message : String(error)]
}

/** Logs every reason why the process cannot start. */
export const explain = <A, E, R>(program: Effect.Effect<A, E, R>) =>
  Effect.tapErrorCause(program, (cause) =>
    Cause.isInterruptedOnly(cause)
      ? Effect.void
      : Effect.forEach(reasons(Cause.squash(cause)), (reason) => Effect.logFatal(`cannot start: ${reason}`), {
          discard: true
        })
  )
