/**
 * The life of the process: it starts, serves until it is told to stop, and ends when nothing is under way.
 */
import { HttpServer, HttpServerError } from "@effect/platform"
import { Cause, ConfigError, Context, type Duration, Effect, Layer, Runtime } from "effect"
import { version } from "./Api/Version.ts"
import * as Gauges from "./Gauges.ts"
import { cannotListen } from "./Http/CannotListen.ts"
import * as MetricsServer from "./Http/MetricsServer.ts"
import * as NodeServer from "./Http/NodeServer.ts"
import { Lifecycle } from "./Lifecycle.ts"
import * as Server from "./Server.ts"
import { problems } from "./Settings/Reader.ts"
import { networkName, Settings } from "./Settings.ts"

/** What a program adds to the service. */
export interface Extras<E, R, E2, R2> {
  /** Routes besides the Api's. */
  readonly routes: Layer.Layer<never, E, R>
  /** Runs when calls are taken. */
  readonly announce: Effect.Effect<void, E2, R2>
}

/**
 * From now on a signal ends the process at once. That is what happens to a process without listeners, but not to the
 * first one of a container, which the kernel spares.
 */
const hurry = Effect.map(Effect.runtime(), (runtime) => {
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

const drain = (lifecycle: Lifecycle["Type"], limit: Duration.Duration) =>
  Effect.zipRight(hurry, Effect.logInfo("stopping: no new calls, waiting for those under way")).pipe(
    Effect.zipRight(Effect.timeoutOption(Effect.interruptible(lifecycle.drain), limit)),
    Effect.flatMap((drained) =>
      drained._tag === "None"
        ? Effect.logWarning("stopped with calls still under way")
        : Effect.logInfo("stopped")
    )
  )

/** Serves until interrupted. */
export const serve = <E, R, E2, R2>({ routes, announce }: Extras<E, R, E2, R2>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const settings = yield* Settings
      const services = yield* Layer.build(Layer.provideMerge(Server.layer(routes), NodeServer.layer)).pipe(
        Effect.mapError((error) =>
          error instanceof HttpServerError.ServeError ? cannotListen("", settings.listen)(error) : error
        )
      )
      yield* Effect.provide(Gauges.watch, services)
      yield* MetricsServer.start
      const { address } = Context.get(services, HttpServer.HttpServer)
      yield* Effect.logInfo(`almanac ${version} listens on ${HttpServer.formatAddress(address)}`).pipe(
        Effect.annotateLogs({
          publicUrl: settings.listen.publicUrl,
          network: networkName(settings),
          payTo: settings.payment.payTo
        })
      )
      yield* announce
      return yield* Effect.onInterrupt(Effect.never, () =>
        drain(Context.get(services, Lifecycle), settings.drainLimit)
      )
    })
  )

/** Why the process could not start, a line for each reason. */
const reasons = (error: unknown): ReadonlyArray<string> => {
  if (ConfigError.isConfigError(error)) return problems(error)
  return [error instanceof Error ? error.message : String(error)]
}

/** Tells every reason why the process cannot start, and fails the process. */
export const explain = <A, E, R>(program: Effect.Effect<A, E, R>) =>
  Effect.tapErrorCause(program, (cause) =>
    Cause.isInterruptedOnly(cause)
      ? Effect.void
      : Effect.forEach(reasons(Cause.squash(cause)), (reason) => Effect.logFatal(`cannot start: ${reason}`), {
          discard: true
        })
  )
