/**
 * Finds blocks by their times: a chain's blocks have no other address than their number.
 */
import * as Effect from "effect/Effect"
import type { ChainUnavailable } from "./Chain.ts"

/** A block's number and time, in Unix seconds. */
export interface Block {
  readonly number: number
  readonly timestamp: number
}

/** The time of a block, in Unix seconds. A node that has pruned its old blocks does not have it. */
export type TimeOf = (block: number) => Effect.Effect<number, ChainUnavailable>

/** Seconds between two blocks of Base: where the search jumps to first. A wrong guess costs a few calls. */
const blockTime = 2

/**
 * The numbers around a moment: the first block at or after `time` is after `before` and at most `after`, which are at
 * most `slack` apart. `before` is -1 where all blocks are later. The head must not be earlier than `time`.
 */
export const around = (
  head: Block,
  time: number,
  timeOf: TimeOf,
  slack: number
): Effect.Effect<{ readonly before: number; readonly after: number }, ChainUnavailable> => {
  // A block that the node has pruned is an old one.
  const isBefore = (block: number) =>
    timeOf(block).pipe(
      Effect.map((timestamp) => timestamp < time),
      Effect.catchIf(
        ({ reason }) => reason === "missing",
        () => Effect.succeed(true)
      )
    )
  const halve = (before: number, after: number): ReturnType<typeof around> => {
    if (after - before <= Math.max(1, slack)) return Effect.succeed({ before, after })
    const middle = before + Math.floor((after - before) / 2)
    return Effect.flatMap(isBefore(middle), (is) => (is ? halve(middle, after) : halve(before, middle)))
  }
  const jumpBack = (after: number, step: number): ReturnType<typeof around> => {
    const before = after - step
    if (before <= 0) return halve(-1, after)
    return Effect.flatMap(isBefore(before), (is) => (is ? halve(before, after) : jumpBack(before, step * 2)))
  }
  return jumpBack(head.number, Math.ceil(Math.max(0, head.timestamp - time) / blockTime) + 1)
}
