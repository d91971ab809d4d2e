/**
 * The circuits of one process by operation, so that others can see where they stand without a call.
 */
import { Context, Effect, Layer } from "effect"
import type { ProviderSlug } from "../../Resources/ProviderSlug.ts"
import * as CircuitBreaker from "./CircuitBreaker.ts"

interface Shape {
  /** The circuit of a provider's operation: the one that is there, or a new one. */
  readonly of: (provider: ProviderSlug, options: CircuitBreaker.CircuitOptions) => CircuitBreaker.Circuit
  /** The operations whose circuit lets nothing through at this moment, with their providers. */
  readonly open: Effect.Effect<ReadonlyMap<string, ProviderSlug>>
  /** Where the circuit of every operation stands that has been asked so far. */
  readonly standings: Effect.Effect<ReadonlyMap<string, CircuitBreaker.CircuitState>>
}

/** No circuits yet. */
export const make = (): Shape => {
  const kept = new Map<
    string,
    { readonly provider: ProviderSlug; readonly circuit: CircuitBreaker.Circuit }
  >()
  return {
    of: (provider, options) => {
      const present = kept.get(options.operation)
      if (present !== undefined) return present.circuit
      const circuit = CircuitBreaker.make(options)
      kept.set(options.operation, { provider, circuit })
      return circuit
    },
    standings: Effect.suspend(() =>
      Effect.forEach(kept, ([operation, { circuit }]) =>
        Effect.map(circuit.standing, (standing) => [operation, standing] as const)
      )
    ).pipe(Effect.map((standings) => new Map(standings))),
    open: Effect.suspend(() =>
      Effect.filter([...kept], ([, { circuit }]) =>
        Effect.map(circuit.standing, (standing) => standing === "open")
      )
    ).pipe(Effect.map((open) => new Map(open.map(([operation, { provider }]) => [operation, provider]))))
  }
}

/** The circuits that all providers of a process share. A provider that is built without them keeps its own. */
export class Circuits extends Context.Tag("almanac/Circuits")<Circuits, Shape>() {
  static readonly layer = Layer.sync(Circuits, make)
}
