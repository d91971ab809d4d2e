/**
 * Names that nobody chose.
 */
import { randomBytes } from "node:crypto"
import { Effect } from "effect"

/** 32 random hexadecimal digits, outside of a fibre. */
export const unsafeRandomHex = (): string => randomBytes(16).toString("hex")

/** 32 random hexadecimal digits. */
export const randomHex: Effect.Effect<string> = Effect.sync(unsafeRandomHex)
