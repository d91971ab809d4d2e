/**
 * What a payer signs and who signed it: the EIP-712 digest of an EIP-3009 authorization, and secp256k1 recovery
 * under the rules of USDC's own contract. libsecp256k1 recovers keys: as native code where its package has a build for
 * this machine, otherwise as WebAssembly, which takes four times as long.
 *
 * Sources: EIP-712, EIP-3009, and Circle's `util/ECRecover.sol` for what a signature may look like.
 */
import { createRequire } from "node:module"
import { keccak_256 } from "@noble/hashes/sha3.js"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import type { Authorization } from "../../Resources/X402.ts"
import { lazy } from "../../Runtime/Lazy.ts"
import { address, hashOfText, uint256 } from "./Abi.ts"

/** Where a signature counts: one token contract on one chain. Made once by `domain`, used for every digest. */
export interface Domain {
  /** The 32 bytes that the contract answers to `DOMAIN_SEPARATOR()`. */
  readonly separator: Uint8Array
}

const domainTypeHash = hashOfText(
  "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
)

const transferTypeHash = hashOfText(
  "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
)

const hashOfWords = (...words: ReadonlyArray<string>): Uint8Array =>
  keccak_256(Buffer.from(words.join(""), "hex"))

/** The EIP-712 domain of a token; `verifyingContract` is its address, in any case. */
export const domain = (token: {
  readonly name: string
  readonly version: string
  readonly chainId: number
  readonly verifyingContract: string
}): Domain => ({
  separator: hashOfWords(
    domainTypeHash,
    hashOfText(token.name),
    hashOfText(token.version),
    uint256(token.chainId),
    address(token.verifyingContract)
  )
})

/** The 32 bytes that the payer's key signs. */
export const digest = (domain: Domain, authorization: Authorization): Uint8Array => {
  const message = Buffer.allocUnsafe(66)
  message[0] = 0x19
  message[1] = 0x01
  message.set(domain.separator, 2)
  message.set(
    hashOfWords(
      transferTypeHash,
      address(authorization.from),
      address(authorization.to),
      uint256(authorization.value),
      uint256(authorization.validAfter),
      uint256(authorization.validBefore),
      authorization.nonce.slice(2)
    ),
    34
  )
  return keccak_256(message)
}

/**
 * The uncompressed public key (65 bytes) behind a signature (64 bytes) over a digest (32 bytes); null, or an exception,
 * when there is none.
 */
export type RecoverKey = (digest: Uint8Array, signature: Uint8Array, recoveryId: 0 | 1) => Uint8Array | null

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

// Native code and WebAssembly are loaded with the first signature: loading them would delay the start.
const load = createRequire(import.meta.url)

/** Dies when the WebAssembly package, which works on every machine, is not installed. */
export const installed = Effect.sync(() => void load.resolve("tiny-secp256k1"))

/** Native code; none where the package has no build for this machine, or is not installed. */
export const native: () => Option.Option<RecoverKey> = lazy(() =>
  Option.liftThrowable((): unknown => load("secp256k1/bindings.js"))().pipe(
    Option.filter(isBindings),
    Option.map(
      (bindings): RecoverKey =>
        (digest, signature, recoveryId) =>
          bindings.ecdsaRecover(signature, recoveryId, digest, false)
    )
  )
)

/** WebAssembly, for every machine. */
export const wasm: () => RecoverKey = lazy(() => {
  const { recover }: typeof import("tiny-secp256k1") = load("tiny-secp256k1")
  return (digest, signature, recoveryId) => recover(digest, signature, recoveryId, false)
})

/** Native code where there is any, otherwise WebAssembly. */
export const recoverKey: () => RecoverKey = lazy(() => Option.getOrElse(native(), wasm))

/** The curve's order, n. */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** Half of it: of the two signatures (s, n - s) the contract takes only the one up to here. */
const halfOrder = Buffer.from((order / 2n).toString(16), "hex")

const shape = /^0x[0-9a-fA-F]{130}$/

/** Wallets write 27 and 28, some libraries 0 and 1. */
const recoveryIds = new Map<number, 0 | 1>([
  [0, 0],
  [1, 1],
  [27, 0],
  [28, 1]
])

/** The address of an uncompressed public key (65 bytes). */
const addressOf = (publicKey: Uint8Array): string =>
  `0x${Buffer.from(keccak_256(publicKey.subarray(1)).subarray(12)).toString("hex")}`

const recoverOption = lazy(() => Option.liftThrowable(recoverKey()))

/**
 * The address (lower case) whose key made this signature over this digest. `None` for whatever USDC's contract
 * would refuse from a plain key: a length other than 65 bytes, `v` other than 0, 1, 27 and 28, `r` or `s` out of
 * range, `s` in the upper half. Such a signature may still be a contract wallet's.
 */
export const recover = (digest: Uint8Array, signature: string): Option.Option<string> => {
  if (!shape.test(signature)) return Option.none()
  const bytes = Buffer.from(signature.slice(2), "hex")
  const recoveryId = recoveryIds.get(bytes.readUInt8(64))
  if (recoveryId === undefined || bytes.compare(halfOrder, 0, 32, 32, 64) > 0) {
    return Option.none()
  }
  return recoverOption()(digest, bytes.subarray(0, 64), recoveryId).pipe(
    Option.flatMap(Option.fromNullable),
    Option.map(addressOf)
  )
}

/**
 * The address (lower case) whose key made a signature that the contract refuses for its `s` in the upper half alone.
 * `None` for any other signature.
 */
export const recoverUpperHalf = (digest: Uint8Array, signature: string): Option.Option<string> => {
  if (!shape.test(signature)) return Option.none()
  const s = BigInt(`0x${signature.slice(66, 130)}`)
  const recoveryId = recoveryIds.get(Number.parseInt(signature.slice(130), 16))
  if (recoveryId === undefined || s <= order / 2n || s >= order) return Option.none()
  const lower = (order - s).toString(16).padStart(64, "0")
  return recover(digest, `${signature.slice(0, 66)}${lower}0${1 - recoveryId}`)
}
