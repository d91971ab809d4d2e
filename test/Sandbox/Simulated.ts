/**
 * The sandbox's providers, for the length of a test.
 */
import { Context, Effect, Layer } from "effect"
import { layer, SimulatedProviders } from "../../src/Sandbox/Providers.ts"

/** Starts them. */
export const simulated = Effect.map(Layer.build(layer), Context.get(SimulatedProviders))
