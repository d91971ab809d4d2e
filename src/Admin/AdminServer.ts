/**
 * The listener for operators, on loopback and behind a token, away from what buyers reach.
 */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpMiddleware from "@effect/platform/HttpMiddleware"
import * as HttpServer from "@effect/platform/HttpServer"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import { cannotListen } from "../Http/CannotListen.ts"
import { server } from "../Http/NodeServer.ts"
import { Settings } from "../Settings.ts"
import { AdminApi } from "./AdminApi.ts"
import { guard } from "./Guard.ts"
import * as Handlers from "./Handlers.ts"

/** The Api as an app of its own: its router is not the service's. */
const app = HttpApiBuilder.httpApp.pipe(
  Effect.provide(
    Layer.mergeAll(
      HttpApiBuilder.api(AdminApi).pipe(Layer.provide(Handlers.layer)),
      HttpApiBuilder.Router.Live,
      HttpApiBuilder.Middleware.layer
    )
  )
)

/** What is at no path has the envelope of the other refusals. The Api's app does not tell that it fails so. */
const orUnknown = HttpMiddleware.make((app) =>
  Effect.catchAllCause(app, (cause) => {
    const error = Cause.squash(cause)
    if (!Predicate.isTagged(error, "RouteNotFound")) return Effect.failCause(cause)
    const told = { code: "UNKNOWN", message: "there is nothing at this path by this method" }
    return Effect.succeed(HttpServerResponse.unsafeJson({ error: told }, { status: 404 }))
  })
)

/** Listens until the scope ends, when the settings name a port. */
export const start = Effect.flatMap(Settings, ({ admin, listen, telemetry }) =>
  Option.match(admin, {
    onNone: () => Effect.void,
    onSome: ({ host, port, token }) =>
      Effect.gen(function* () {
        const address = { host, port }
        const own = {
          PORT: listen.port,
          METRICS_PORT: Option.getOrUndefined(telemetry.metrics)?.port
        }
        const listener = yield* Effect.mapError(
          NodeHttpServer.make(() => server(), address),
          cannotListen("ADMIN_", address, own)
        )
        yield* Effect.locally(
          HttpMiddleware.currentTracerDisabledWhen,
          () => true
        )(listener.serve(guard(token)(orUnknown(yield* app))))
        yield* Effect.logInfo(`operators on ${HttpServer.formatAddress(listener.address)}`)
      })
  })
)
