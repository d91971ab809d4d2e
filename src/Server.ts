/**
 * The service: the Api served over HTTP. What it needs from outside are the ports that a deployment, the sandbox or
 * a test fills: settings, database, cache, facilitator, providers.
 */
import { HttpApiBuilder, HttpMiddleware } from "@effect/platform"
import { Layer } from "effect"
import { Api } from "./Api/Api.ts"
import { AcademicSearch } from "./Capabilities/AcademicSearch.ts"
import { AcademicWork } from "./Capabilities/AcademicWork.ts"
import { CryptoQuotes } from "./Capabilities/CryptoQuotes.ts"
import { FxRates } from "./Capabilities/FxRates.ts"
import { Geocode } from "./Capabilities/Geocode.ts"
import { GovernmentCensus } from "./Capabilities/GovernmentCensus.ts"
import { Holidays } from "./Capabilities/Holidays.ts"
import { KnowledgeSearch } from "./Capabilities/KnowledgeSearch.ts"
import { NewsSearch } from "./Capabilities/NewsSearch.ts"
import { NewsTrends } from "./Capabilities/NewsTrends.ts"
import { Weather } from "./Capabilities/Weather.ts"
import { SourceQueries } from "./Composites/Gather.ts"
import * as OutcomeArchive from "./Composites/OutcomeArchive.ts"
import * as Academic from "./Handlers/Academic.ts"
import * as Crypto from "./Handlers/Crypto.ts"
import * as Discovery from "./Handlers/Discovery.ts"
import * as Fx from "./Handlers/Fx.ts"
import * as GeocodeHandlers from "./Handlers/Geocode.ts"
import * as Government from "./Handlers/Government.ts"
import * as Health from "./Handlers/Health.ts"
import * as HolidaysHandlers from "./Handlers/Holidays.ts"
import * as Information from "./Handlers/Information.ts"
import * as Knowledge from "./Handlers/Knowledge.ts"
import * as News from "./Handlers/News.ts"
import * as PaymentsHandlers from "./Handlers/Payments.ts"
import * as Research from "./Handlers/Research.ts"
import * as WeatherHandlers from "./Handlers/Weather.ts"
import * as Docs from "./Http/Docs.ts"
import * as FastPath from "./Http/FastPath.ts"
import * as RequestPipeline from "./Http/RequestPipeline.ts"
import { Lifecycle } from "./Lifecycle.ts"
import { AdmissionControl } from "./Payment/AdmissionControl.ts"
import { Challenges } from "./Payment/challenge/Challenge.ts"
import * as PendingPayments from "./Payment/ledger/PendingPayments.ts"
import * as SqlLedger from "./Payment/ledger/SqlLedger.ts"
import * as Sweeper from "./Payment/ledger/Sweeper.ts"
import * as Paywall from "./Payment/Paywall.ts"
import * as Purchase from "./Payment/Purchase.ts"
import * as Reconciler from "./Payment/reconcile/Reconciler.ts"
import { ProviderAvailability } from "./ProviderAvailability.ts"

const handlers = Layer.mergeAll(
  Academic.layer,
  Crypto.layer,
  Fx.layer,
  HolidaysHandlers.layer,
  News.layer,
  WeatherHandlers.layer,
  GeocodeHandlers.layer,
  Knowledge.layer,
  Government.layer,
  Research.layer,
  Information.layer,
  PaymentsHandlers.layer,
  Discovery.layer,
  Health.layer
)

const capabilities = Layer.mergeAll(
  AcademicSearch.Default,
  AcademicWork.Default,
  CryptoQuotes.Default,
  FxRates.Default,
  Holidays.Default,
  NewsSearch.Default,
  NewsTrends.Default,
  Weather.Default,
  Geocode.Default,
  KnowledgeSearch.Default,
  GovernmentCensus.Default
)

/** The composites ask the same capabilities, with the same cache and the same calls under way. */
const composites = Layer.merge(SourceQueries.Default, OutcomeArchive.layer)

const payment = Paywall.layer.pipe(
  Layer.provide(Purchase.layer),
  Layer.merge(Layer.provide(Reconciler.layer, PendingPayments.layer)),
  Layer.merge(Sweeper.layer),
  Layer.provideMerge(SqlLedger.layer),
  Layer.provideMerge(Challenges.layer)
)

const api = HttpApiBuilder.api(Api).pipe(Layer.provide(handlers))

/** Serves until its scope ends. `routes` are others than the Api's (`HttpApiBuilder.Router.use`), behind the same pipeline. */
export const layer = <E, R>(routes: Layer.Layer<never, E, R>) =>
  HttpApiBuilder.serve().pipe(
    Layer.provide(routes),
    Layer.provide(Docs.layer),
    Layer.provide(api),
    Layer.merge(FastPath.layer),
    Layer.provide(RequestPipeline.layer),
    Layer.provide(composites),
    Layer.provide(capabilities),
    Layer.provide(payment),
    Layer.provide(AdmissionControl.layer),
    Layer.provide(ProviderAvailability.layer),
    Layer.provideMerge(Lifecycle.layer),
    // The request pipeline makes its own span, without the headers.
    HttpMiddleware.withTracerDisabledWhen(() => true)
  )
