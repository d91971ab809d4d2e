/**
 * The circuits of one process by operation, so that others can see their states without a call.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { ProviderSlug } from "../../Resources/ProviderSlug.ts"
import * as CircuitBreaker from "./CircuitBreaker.ts"
import type { Condition } from "./Condition.ts"
import { showOpen } from "./Metrics.ts"

interface Shape {
  /** The circuit of a provider's operation: the existing one, or a new one. */
  readonly of: (provider: ProviderSlug, options: CircuitBreaker.CircuitOptions) => CircuitBreaker.Circuit
  /** Closes all circuits of a provider. */
  readonly close: (provider: ProviderSlug) => Effect.Effect<void>
  /** The operations whose circuit is open now, with their providers. */
  readonly open: Effect.Effect<ReadonlyMap<string, ProviderSlug>>
  /** What is known of an operation at a moment (Unix milliseconds); undefined when it has not been called. */
  readonly condition: (operation: string, now: number) => Condition | undefined
  /** The state of the circuit of every operation that has been called so far. */
  readonly states: Effect.Effect<ReadonlyMap<string, CircuitBreaker.CircuitState>>
}

/** No circuits yet. */
export const make = (): Shape => {
  const byOperation = new Map<
    string,
    { readonly provider: ProviderSlug; readonly circuit: CircuitBreaker.Circuit }
  >()
  return {
    of: (provider, options) => {
      const present = byOperation.get(options.operation)
      if (present !== undefined) return present.circuit
      const circuit = CircuitBreaker.make(options)
      byOperation.set(options.operation, { provider, circuit })
      return circuit
    },
    close: (provider) =>
      Effect.suspend(() =>
        Effect.forEach(
          [...byOperation.values()].filter((one) => one.provider === provider),
          ({ circuit }) => circuit.close,
          { discard: true }
        )
      ),
    condition: (operation, now) => byOperation.get(operation)?.circuit.condition(now),
    states: Effect.suspend(() =>
      Effect.forEach(byOperation, ([operation, { circuit }]) =>
        Effect.map(circuit.state, (state) => [operation, state] as const)
      )
    ).pipe(Effect.map((states) => new Map(states))),
    open: Effect.suspend(() =>
      Effect.filter([...byOperation], ([, { circuit }]) =>
        Effect.map(circuit.state, (state) => state === "open")
      )
    ).pipe(Effect.map((open) => new Map(open.map(([operation, { provider }]) => [operation, provider]))))
  }
}

/**
 * The circuits that all providers of a process share. A provider that is built without them has circuits of its own.
 */
export class Circuits extends Context.Tag("almanac/Circuits")<Circuits, Shape>() {
  static readonly layer = Layer.sync(Circuits, make)
}

/** Makes an effect that sets the gauge of every circuit. */
export const sampler = Effect.map(Circuits, ({ states }) =>
  Effect.flatMap(states, (byOperation) =>
    Effect.forEach(byOperation, ([operation, state]) => showOpen(operation, state === "open"), {
      discard: true
    })
  )
)
