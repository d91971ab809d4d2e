/**
 * The service: the Api served over HTTP. What it needs from outside are the ports that a deployment, the sandbox or
 * a test fills: settings, database, ledger, cache, facilitator, providers.
 */
import * as HttpApiBuilder from "@effect/platform/HttpApiBuilder"
import * as HttpMiddleware from "@effect/platform/HttpMiddleware"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Api } from "./Api/Api.ts"
import { capabilities, providers } from "./Capabilities/index.ts"
import * as OutcomeArchive from "./Composites/OutcomeArchive.ts"
import { SourceQueries } from "./Composites/SourceQueries.ts"
import * as Documents from "./Http/documents/Documents.ts"
import { NotFoundPage } from "./Http/documents/NotFoundPage.ts"
import { BuiltFiles } from "./Http/documents/web/BuiltFiles.ts"
import * as FastPath from "./Http/FastPath.ts"
import * as Discovery from "./Http/handlers/Discovery.ts"
import * as Health from "./Http/handlers/Health.ts"
import * as PaymentStatus from "./Http/handlers/PaymentStatus.ts"
import { AdmissionControl } from "./Http/limits/AdmissionControl.ts"
import { Readiness } from "./Http/Readiness.ts"
import * as RequestPipeline from "./Http/RequestPipeline.ts"
import { Lifecycle } from "./Lifecycle.ts"
import * as Mcp from "./Mcp/remote/Endpoint.ts"
import * as PaidHandlers from "./PaidHandlers.ts"
import { Challenges } from "./Payment/challenge/Challenge.ts"
import { ofUnverified } from "./Payment/Limits.ts"
import { FreeLookups } from "./Payment/ledger/FreeLookups.ts"
import * as Sweeper from "./Payment/ledger/Sweeper.ts"
import * as Paywall from "./Payment/Paywall.ts"
import * as Purchase from "./Payment/Purchase.ts"
import * as PauseWatch from "./Payment/pause/PauseWatch.ts"
import * as Reconciler from "./Payment/reconcile/Reconciler.ts"
import { ProviderAvailability } from "./ProviderAvailability.ts"
import { Settings } from "./Settings.ts"
import * as AccessLog from "./Telemetry/AccessLog.ts"

const freeHandlers = Layer.mergeAll(PaymentStatus.layer, Discovery.layer, Health.layer)

/** The composites ask the same capabilities, with the same cache and the same calls under way. */
const composites = Layer.merge(
  SourceQueries.Default,
  Layer.unwrapEffect(Effect.map(Settings, ({ outcomesDir }) => OutcomeArchive.layer(outcomesDir)))
)

const payment = Paywall.layer.pipe(
  Layer.provide(Purchase.layer),
  Layer.merge(Reconciler.layer),
  Layer.merge(Sweeper.layer),
  Layer.merge(PauseWatch.layer),
  Layer.provideMerge(Challenges.layer)
)

const api = HttpApiBuilder.api(Api).pipe(Layer.provide(freeHandlers))

/** Serves until its scope ends. `routes` are others than the Api's (`HttpApiBuilder.Router.use`), behind the same pipeline. */
export const layer = <E, R>(routes: Layer.Layer<never, E, R>) =>
  HttpApiBuilder.serve().pipe(
    Layer.provide(routes),
    Layer.provide(Documents.pages),
    Layer.provide(api),
    Layer.merge(FastPath.layer(Mcp.handlers)),
    Layer.provide(PaidHandlers.layer),
    Layer.provide(RequestPipeline.layer),
    Layer.provide(AccessLog.layer),
    Layer.provide(Layer.merge(Documents.Documents.layer, NotFoundPage.layer)),
    Layer.provide(BuiltFiles.layer),
    Layer.provide(composites),
    Layer.provide(capabilities.layer),
    Layer.provide(payment),
    Layer.provideMerge(ProviderAvailability.layer(capabilities.all, providers.all)),
    Layer.provideMerge(AdmissionControl.layer(ofUnverified)),
    Layer.provide(FreeLookups.layer),
    Layer.provideMerge(Readiness.layer),
    Layer.provideMerge(Lifecycle.layer),
    // The request pipeline makes its own span, without the headers.
    HttpMiddleware.withTracerDisabledWhen(() => true)
  )
