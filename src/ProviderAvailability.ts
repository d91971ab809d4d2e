/**
 * What is known of the providers at this moment, without a call: which of them cannot be asked for a given request, and
 * how each of their operations is. Read from the circuits of this process, and from what the operator has paused.
 */
import * as Arr from "effect/Array"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { registeredCapabilities } from "./Api/CapabilityRegistry.ts"
import { Lifecycle } from "./Lifecycle.ts"
import { Pauses } from "./Pauses.ts"
import { Circuits } from "./Providers/client/Circuits.ts"
import type { Condition } from "./Providers/client/Condition.ts"
import type { ProviderSlug } from "./Resources/ProviderSlug.ts"
import type { OperationStatus, ServiceStatus } from "./Resources/ServiceStatus.ts"

/** A capability, and the operations that it asks to answer a decoded request, or any request of it. */
interface Asking {
  readonly id: string
  readonly asks: (request: Option.Option<unknown>) => ReadonlyArray<string>
}

/** A provider and its operations. */
interface Asked {
  readonly slug: ProviderSlug
  readonly operations: ReadonlyArray<string>
}

/** The providers that cannot be asked now. */
export class ProviderAvailability extends Context.Tag("almanac/ProviderAvailability")<
  ProviderAvailability,
  {
    /**
     * Those that are paused, or whose circuit is open, for what the capability would ask to answer the decoded request, or any request
     * of it. A fallback that works makes up for its primary, which is named all the same.
     */
    readonly of: (
      capability: string,
      request: Option.Option<unknown>
    ) => Effect.Effect<ReadonlyArray<ProviderSlug>>
    /** Every operation of every provider, and every capability, at a moment (Unix milliseconds). */
    readonly status: (now: number) => ServiceStatus
  }
>() {
  static readonly layer = (capabilities: ReadonlyArray<Asking>, providers: ReadonlyArray<Asked>) =>
    Layer.effect(
      ProviderAvailability,
      Effect.map(Effect.all([Circuits, Lifecycle, Pauses]), ([circuits, { started }, pauses]) => {
        const asks = new Map(capabilities.map(({ id, asks }) => [id, asks]))
        const any = capabilities.map(({ id, asks }) => ({ id, operations: asks(Option.none()) }))
        const operations = providers.flatMap(({ operations, slug }) =>
          operations.map((operation) => ({ provider: slug, operation }))
        )
        const providerOf = new Map(operations.map(({ operation, provider }) => [operation, provider]))
        const isPaused = (operation: string) =>
          pauses.ofProvider(providerOf.get(operation) ?? "") !== undefined
        const conditionOf = (operation: string, provider: ProviderSlug, now: number): Condition => {
          const pause = pauses.ofProvider(provider)
          return pause === undefined
            ? (circuits.condition(operation, now) ?? unasked)
            : { state: "out", reason: "paused", since: pause.since.getTime() }
        }
        return {
          of: (capability: string, request: Option.Option<unknown>) =>
            Effect.map(circuits.open, (open) =>
              Arr.dedupe(
                (asks.get(capability)?.(request) ?? []).flatMap(
                  (operation) =>
                    open.get(operation) ?? (isPaused(operation) ? (providerOf.get(operation) ?? []) : [])
                )
              )
            ),
          status: (now: number) => {
            const found = operations.map(({ operation, provider }): OperationStatus => {
              const { reason, since, state, until } = conditionOf(operation, provider, now)
              return {
                provider,
                operation,
                state,
                reason: reason ?? null,
                since: moment(since ?? started),
                until: until === undefined ? null : moment(until)
              }
            })
            const out = new Map(
              found
                .filter(({ state }) => state === "out")
                .map(({ operation, provider }) => [operation, provider])
            )
            return {
              operations: found,
              capabilities: any.map((capability) => ({
                ...capability,
                paused: Option.exists(
                  factsOf(capability.id),
                  (facts) => pauses.ofCapability(facts) !== undefined
                ),
                unavailableProviders: Arr.dedupe(
                  capability.operations.flatMap((operation) => out.get(operation) ?? [])
                )
              }))
            }
          }
        }
      })
    )
}

/** An operation that has not been called: nothing speaks against it. */
const unasked: Condition = { state: "up", since: undefined }

const factsOf = (id: string) =>
  Option.map(
    Arr.findFirst(registeredCapabilities, ({ facts }) => facts.id === id),
    ({ facts }) => facts
  )

const moment = (millis: number): string => new Date(millis).toISOString()
