/**
 * Which providers cannot be asked at this moment, for a given request. Read from the circuit breakers, without a call.
 */
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Option from "effect/Option"
import { Circuits } from "./Providers/client/Circuits.ts"
import type { ProviderSlug } from "./Resources/ProviderSlug.ts"

/** A capability, and the operations that it asks to answer a decoded request, or any request of it. */
interface Asking {
  readonly id: string
  readonly asks: (request: Option.Option<unknown>) => ReadonlyArray<string>
}

/** The providers that cannot be asked now. */
export class ProviderAvailability extends Context.Tag("almanac/ProviderAvailability")<
  ProviderAvailability,
  {
    /**
     * Those whose circuit is open for what the capability would ask to answer the decoded request, or any request
     * of it. A fallback that works makes up for its primary, which is named all the same.
     */
    readonly of: (
      capability: string,
      request: Option.Option<unknown>
    ) => Effect.Effect<ReadonlyArray<ProviderSlug>>
  }
>() {
  static readonly layer = (capabilities: ReadonlyArray<Asking>) =>
    Layer.effect(
      ProviderAvailability,
      Effect.map(Circuits, (circuits) => {
        const asks = new Map(capabilities.map(({ id, asks }) => [id, asks]))
        return {
          of: (capability: string, request: Option.Option<unknown>) =>
            Effect.map(circuits.open, (open) =>
              Arr.dedupe(
                (asks.get(capability)?.(request) ?? []).flatMap((operation) => open.get(operation) ?? [])
              )
            )
        }
      })
    )
}
