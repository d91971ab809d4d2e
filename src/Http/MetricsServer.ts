/**
 * The listener of the metrics: `GET /metrics` for Prometheus and nothing else, away from what buyers reach.
 */
import * as HttpMiddleware from "@effect/platform/HttpMiddleware"
import * as HttpRouter from "@effect/platform/HttpRouter"
import * as HttpServer from "@effect/platform/HttpServer"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import * as Option from "effect/Option"
import { Settings } from "../Settings.ts"
import { isOwn } from "../Telemetry/MetricNames.ts"
import { contentType, format } from "../Telemetry/Prometheus.ts"
import { cannotListen } from "./CannotListen.ts"
import { server } from "./NodeServer.ts"

const metrics = Effect.map(Metric.snapshot, (snapshot) =>
  HttpServerResponse.text(format(snapshot.filter(({ metricKey }) => isOwn(metricKey.name))), {
    contentType,
    headers: { "cache-control": "no-store" }
  })
)

const router = HttpRouter.empty.pipe(
  HttpRouter.get("/metrics", metrics),
  HttpRouter.all("*", HttpServerResponse.empty({ status: 404 }))
)

/** Listens until the scope ends, when the settings name a port. */
export const start = Effect.flatMap(Settings, ({ listen, telemetry }) =>
  Option.match(telemetry.metrics, {
    onNone: () => Effect.void,
    onSome: (address) =>
      Effect.gen(function* () {
        const listener = yield* Effect.mapError(
          NodeHttpServer.make(() => server(), address),
          cannotListen("METRICS_", address, { PORT: listen.port })
        )
        // A scrape is no call of a buyer: it makes no span.
        yield* Effect.locally(HttpMiddleware.currentTracerDisabledWhen, () => true)(listener.serve(router))
        yield* Effect.logInfo(`metrics on ${HttpServer.formatAddress(listener.address)}/metrics`)
      })
  })
)
