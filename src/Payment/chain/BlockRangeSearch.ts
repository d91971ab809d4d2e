/**
 * Searches for one log entry backwards from a block, in windows: nodes refuse block ranges that are too wide, and each
 * has its own limit.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { ChainUnavailable } from "./Chain.ts"

/** Blocks of the first window. Public nodes allow 10 000, 2 000, 500 or, on free plans, 10. */
const widest = 2_000

/** A node that refuses a window of this width refuses for another reason. */
const narrowest = 10

/** The most calls of one search: 64 windows of 2 000 blocks are about 71 hours on Base. */
const maxCalls = 64

/** How far block times may differ from our clock, in seconds. */
const margin = 120

/** What to search. Blocks are numbers, times Unix seconds. */
export interface Search<A> {
  /** The newest block to search. */
  readonly head: number
  /** Blocks older than this, less `margin`, are not searched. */
  readonly since: number
  /** Finds the entry within a range of blocks, both ends included. */
  readonly logs: (fromBlock: number, toBlock: number) => Effect.Effect<Option.Option<A>, ChainUnavailable>
  readonly timeOf: (block: number) => Effect.Effect<number, ChainUnavailable>
}

/** The newest entry. `None`: there is none, or it is older than a search goes. */
export const searchBlocks = <A>({
  head,
  since,
  logs,
  timeOf
}: Search<A>): Effect.Effect<Option.Option<A>, ChainUnavailable> => {
  const back = (
    to: number,
    width: number,
    calls: number
  ): Effect.Effect<Option.Option<A>, ChainUnavailable> => {
    if (calls === 0) return Effect.succeedNone
    const from = Math.max(0, to - width + 1)
    const narrower = Effect.suspend(() => back(to, Math.max(narrowest, Math.floor(width / 4)), calls - 1))
    const further = Effect.flatMap(timeOf(from), (time) =>
      time < since - margin ? Effect.succeedNone : back(from - 1, width, calls - 1)
    )
    return Effect.matchEffect(logs(from, to), {
      onFailure: (error) => (error.reason === "refused" && width > narrowest ? narrower : Effect.fail(error)),
      onSuccess: (found) => (Option.isSome(found) || from === 0 ? Effect.succeed(found) : further)
    })
  }
  return back(head, widest, maxCalls)
}
