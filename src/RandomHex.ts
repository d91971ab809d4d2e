/**
 * Names that nobody chose.
 */
import { Effect, Random } from "effect"

/** 32 random hexadecimal digits: unique for all purposes, but no secret. */
export const randomHex: Effect.Effect<string> = Effect.map(
  Effect.replicateEffect(Random.nextIntBetween(0, 0x1_0000_0000), 4),
  (numbers) => numbers.map((number) => number.toString(16).padStart(8, "0")).join("")
)
