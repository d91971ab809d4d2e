/**
 * The service: the Api served over HTTP. What it needs from outside are the ports that a deployment, the sandbox or
 * a test fills: settings, database, cache, facilitator, providers.
 */
import { HttpApiBuilder, HttpMiddleware } from "@effect/platform"
import { Layer } from "effect"
import { Api } from "./Api/Api.ts"
import { CryptoQuotes } from "./Capabilities/CryptoQuotes.ts"
import { FxRates } from "./Capabilities/FxRates.ts"
import { Holidays } from "./Capabilities/Holidays.ts"
import * as Crypto from "./Handlers/Crypto.ts"
import * as Discovery from "./Handlers/Discovery.ts"
import * as Fx from "./Handlers/Fx.ts"
import * as Health from "./Handlers/Health.ts"
import * as HolidaysHandlers from "./Handlers/Holidays.ts"
import * as Documents from "./Http/Documents.ts"
import * as Edge from "./Http/Edge.ts"
import { Lifecycle } from "./Lifecycle.ts"
import { Challenges } from "./Payment/Challenge.ts"
import * as Checkout from "./Payment/Checkout.ts"
import * as Gate from "./Payment/Gate.ts"
import * as SqlLedger from "./Payment/SqlLedger.ts"

const handlers = Layer.mergeAll(Crypto.layer, Fx.layer, HolidaysHandlers.layer, Discovery.layer, Health.layer)

const capabilities = Layer.mergeAll(CryptoQuotes.Default, FxRates.Default, Holidays.Default)

const payment = Checkout.layer.pipe(Layer.provideMerge(SqlLedger.layer), Layer.provideMerge(Challenges.layer))

const api = HttpApiBuilder.api(Api).pipe(Layer.provide(handlers), Layer.provide(Gate.layer))

/** Serves until its scope ends. `routes` are others than the Api's (`HttpApiBuilder.Router.use`), behind the same edge. */
export const layer = <E, R>(routes: Layer.Layer<never, E, R>) =>
  HttpApiBuilder.serve().pipe(
    Layer.provide(routes),
    Layer.provide(Documents.layer),
    Layer.provide(Edge.layer),
    Layer.provide(api),
    Layer.provide(capabilities),
    Layer.provide(payment),
    Layer.provideMerge(Lifecycle.layer),
    // The edge makes its own span, without the headers.
    HttpMiddleware.withTracerDisabledWhen(() => true)
  )
