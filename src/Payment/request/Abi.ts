/**
 * ABI encoding: 32-byte words as hex without `0x`.
 */
import { keccak_256 } from "@noble/hashes/sha3.js"

/** Keccak-256 of a signature such as `Transfer(address,address,uint256)`. */
export const hashOfText = (text: string): string => Buffer.from(keccak_256(Buffer.from(text))).toString("hex")

/** A whole number from 0, at most 256 bits. */
export const uint256 = (value: string | number): string => BigInt(value).toString(16).padStart(64, "0")

/** An address (`0x` and 40 digits) with zeros before it. */
export const address = (value: string): string => value.slice(2).padStart(64, "0")

/** The first four bytes of a function's hash: they name it in a call. */
export const selector = (signature: string): string => hashOfText(signature).slice(0, 8)
