/**
 * What a capability is besides its contract: the provider operations that it asks, and how it turns a request into an
 * answer. It knows nothing of payments: `PaidHandlers.ts` puts it behind the paywall.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Contract from "../Api/Capability.ts"
import type { Delivery, Envelope, PaidEndpoint } from "../Api/Delivery.ts"
import type { ProviderFailure, ValidationFailed, WorkNotFound } from "../Api/Failure.ts"

/** The sale that an answer is made for: the price in force, decimal USDC. */
export interface Sale {
  readonly price: { readonly amount: string; readonly currency: string }
}

/** How any capability can fail. Which of these are its own, its contract says. */
export type CapabilityFailure = ProviderFailure | ValidationFailed | WorkNotFound

/** A paid endpoint with its name within its group, and with what the contract says of the capability. */
interface NamedEndpoint<Name extends string, Payload, PayloadEncoded, Success, SuccessEncoded, Errors>
  extends PaidEndpoint<Payload, PayloadEncoded, Success, SuccessEncoded, Errors> {
  readonly name: Name
  readonly annotations: Context.Context<never>
}

/**
 * The operations of providers (`frankfurter.latest`) that a request asks, the fallback's last. Without a request, all
 * that any request may ask.
 */
type Asks<Request> = ReadonlyArray<string> | ((request: Option.Option<Request>) => ReadonlyArray<string>)

/** What a definition adds to a contract. */
interface Options<Payload, Success extends Envelope, E, Service, NeededByLayer, Needed> {
  readonly asks: Asks<Payload>
  /** The service that answers, with its cache; composites of the process share it. */
  readonly layer: Layer.Layer<Service, never, NeededByLayer>
  /** From the decoded request to the answer. */
  readonly make: Effect.Effect<
    (request: Payload, sale: Sale) => Effect.Effect<Delivery<Success>, E>,
    never,
    Needed
  >
}

/** Makes the handler of an endpoint from the capability's run: everything that a paid call must pass, then `run`. */
export type MakeHandler<Handler> = <
  Name extends string,
  Payload,
  PayloadEncoded,
  Success extends Envelope,
  SuccessEncoded,
  Errors
>(
  endpoint: NamedEndpoint<Name, Payload, PayloadEncoded, Success, SuccessEncoded, Errors>,
  run: (request: Payload, sale: Sale) => Effect.Effect<Delivery<Success>, CapabilityFailure>
) => Handler

/** The part of a definition that does not depend on its types. */
export interface Defined {
  /** As buyers name it: `fx.rates`. */
  readonly id: string
  readonly asks: (request: Option.Option<unknown>) => ReadonlyArray<string>
}

/** An endpoint's name within its group, its path, and its handler. */
export interface Served<Name extends string, Handler> {
  readonly name: Name
  readonly path: string
  readonly handler: Handler
}

/** A capability that is ready to be served. */
export interface CapabilityDefinition<Name extends string, Service, NeededByLayer, Needed> extends Defined {
  readonly layer: Layer.Layer<Service, never, NeededByLayer>
  /** The endpoint's handler, as `makeHandler` makes it. */
  readonly serve: <Handler>(
    makeHandler: MakeHandler<Handler>
  ) => Effect.Effect<Served<Name, Handler>, never, Needed>
}

/**
 * Defines a capability by its contract's endpoint. `make` may fail as the endpoint declares, or with a refused request
 * (400); nothing else compiles.
 */
export const defineCapability = <
  Name extends string,
  Payload,
  PayloadEncoded,
  Success extends Envelope,
  SuccessEncoded,
  Errors,
  E extends CapabilityFailure & (Errors | ValidationFailed),
  Service,
  NeededByLayer,
  Needed
>(
  endpoint: NamedEndpoint<Name, Payload, PayloadEncoded, Success, SuccessEncoded, Errors>,
  { asks, layer, make }: Options<Payload, Success, E, Service, NeededByLayer, Needed>
): CapabilityDefinition<Name, Service, NeededByLayer, Needed> => {
  const isRequest = Schema.is(Schema.typeSchema(Option.getOrThrow(endpoint.payloadSchema)))
  return {
    id: Context.unsafeGet(endpoint.annotations, Contract.Capability).id,
    asks: (request) => (typeof asks === "function" ? asks(Option.filter(request, isRequest)) : asks),
    layer,
    serve: (makeHandler) =>
      Effect.map(make, (run) => ({
        name: endpoint.name,
        path: endpoint.path,
        handler: makeHandler(endpoint, run)
      }))
  }
}
