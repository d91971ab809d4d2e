/**
 * The search for one log entry, backwards from a block in windows: nodes refuse ranges that are too wide for them,
 * and each has its own idea of wide.
 */
import { Effect, Option } from "effect"
import type { ChainUnavailable } from "./Chain.ts"

/** Blocks of the first window. Public nodes are known to take 10 000, 2 000, 500 or, on free plans, 10. */
const widest = 2_000

/** Where a node that still refuses is believed to refuse for another reason. */
const narrowest = 10

/** Calls of one search at most: 64 windows of 2 000 blocks are about 71 hours on Base. */
const mostCalls = 64

/** How far block times may be off our clock, in seconds. */
const margin = 120

/** What is searched. Blocks are numbers, times Unix seconds. */
export interface Search<A> {
  /** The newest block to look at. */
  readonly head: number
  /** Nothing older is looked for, but for a margin. */
  readonly since: number
  /** What is sought, in the blocks from one to another, both included. */
  readonly logs: (fromBlock: number, toBlock: number) => Effect.Effect<Option.Option<A>, ChainUnavailable>
  readonly timeOf: (block: number) => Effect.Effect<number, ChainUnavailable>
}

/** The newest that is found; none when it is not there, or further away than a search goes. */
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
  return back(head, widest, mostCalls)
}
