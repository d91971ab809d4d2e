/**
 * Random identifiers.
 */
import { randomUUID } from "node:crypto"
import * as Effect from "effect/Effect"

/**
 * 32 hexadecimal digits with 122 random bits, for code outside of effects. Node draws the bits of many UUIDs at once.
 */
export const generateHex = (): string => randomUUID().replaceAll("-", "")

/** 32 hexadecimal digits with 122 random bits. */
export const randomHex: Effect.Effect<string> = Effect.sync(generateHex)
