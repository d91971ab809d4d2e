/**
 * Names that nobody chose.
 */
import { randomUUID } from "node:crypto"
import { Effect } from "effect"

/** 32 hexadecimal digits with 122 random bits, outside of a fibre. Node draws the randomness of many UUIDs at once. */
export const unsafeRandomHex = (): string => randomUUID().replaceAll("-", "")

/** 32 hexadecimal digits with 122 random bits. */
export const randomHex: Effect.Effect<string> = Effect.sync(unsafeRandomHex)
