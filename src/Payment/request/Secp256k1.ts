/**
 * Whose key made a signature: libsecp256k1, as native code where the package brings it for this machine, otherwise as
 * WebAssembly, which takes four times as long.
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

// Both are loaded when the first signature is looked at: a start has no time for them.
const load = createRequire(import.meta.url)

/** That they can be loaded. An installation without the one for every machine is broken: a defect. */
export const installed = Effect.sync(() => void load.resolve("tiny-secp256k1"))

/** Native code: none where the package has none for this machine, or was left out. */
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

/** The faster one that there is. */
export const recover: () => Recover = lazy(() => Option.getOrElse(native(), wasm))
