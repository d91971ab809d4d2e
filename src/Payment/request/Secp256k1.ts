/**
 * Recovers the public key that made a signature, with libsecp256k1: as native code where the package has it for this
 * machine, otherwise as WebAssembly, which takes four times as long.
 */
import { createRequire } from "node:module"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import { lazy } from "../../Runtime/Lazy.ts"

/**
 * The uncompressed public key (65 bytes) behind a signature (64 bytes) over a digest (32 bytes); null, or an exception,
 * when there is none.
 */
export type Recover = (digest: Uint8Array, signature: Uint8Array, recoveryId: 0 | 1) => Uint8Array | null

/** The part of `secp256k1` that is used. */
interface Bindings {
  readonly ecdsaRecover: (
    signature: Uint8Array,
    recoveryId: number,
    digest: Uint8Array,
    compressed: boolean
  ) => Uint8Array
}

const isBindings = (value: unknown): value is Bindings =>
  Predicate.hasProperty(value, "ecdsaRecover") && Predicate.isFunction(value.ecdsaRecover)

// Both are loaded with the first signature, because loading them would delay the start.
const load = createRequire(import.meta.url)

/** Dies when the WebAssembly package, which works on every machine, is not installed. */
export const installed = Effect.sync(() => void load.resolve("tiny-secp256k1"))

/** Native code; none where the package has no build for this machine, or is not installed. */
export const native: () => Option.Option<Recover> = lazy(() =>
  Option.liftThrowable((): unknown => load("secp256k1/bindings.js"))().pipe(
    Option.filter(isBindings),
    Option.map(
      (bindings): Recover =>
        (digest, signature, recoveryId) =>
          bindings.ecdsaRecover(signature, recoveryId, digest, false)
    )
  )
)

/** WebAssembly, for every machine. */
export const wasm: () => Recover = lazy(() => {
  const { recover }: typeof import("tiny-secp256k1") = load("tiny-secp256k1")
  return (digest, signature, recoveryId) => recover(digest, signature, recoveryId, false)
})

/** Native code where there is any, otherwise WebAssembly. */
export const recover: () => Recover = lazy(() => Option.getOrElse(native(), wasm))
