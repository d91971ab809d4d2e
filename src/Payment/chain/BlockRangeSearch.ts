/**
 * Searches for one log entry in the blocks of a window of time, from where it most probably is. The window is the limit,
 * not the number of calls: a search that is cut goes on where it was.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { BlockRange } from "./BlockRange.ts"
import * as BlockTimes from "./BlockTimes.ts"
import type { ChainUnavailable, SearchWindow } from "./Chain.ts"

/** How far block times may differ from our clock, in seconds. */
const margin = 120

/** Bounds of the window need be no more exact than this, in blocks: a range of them costs one call on most nodes. */
const slack = 10

/** Blocks that are still to be searched. A search changes it as it goes on. */
export interface Plan {
  readonly segments: Array<readonly [from: number, to: number]>
  /** The newest block that the plan knows of. */
  end: number
  /** Whether the window has ended: newer blocks are not in it. */
  isComplete: boolean
}

const blockAt = (head: BlockTimes.Block, time: number, timeOf: BlockTimes.TimeOf) =>
  head.timestamp < time
    ? Effect.succeed({ before: head.number, after: head.number })
    : BlockTimes.around(head, time, timeOf, slack)

/** The blocks of a window, up to the head. */
export const plan = (
  head: BlockTimes.Block,
  { firstSeen, from, until }: SearchWindow,
  timeOf: BlockTimes.TimeOf
): Effect.Effect<Plan, ChainUnavailable> =>
  Effect.gen(function* () {
    const first = (yield* blockAt(head, from - margin, timeOf)).before + 1
    const likely = Math.max(first, (yield* blockAt(head, firstSeen - margin, timeOf)).before + 1)
    const end = (yield* blockAt(head, until, timeOf)).after
    return {
      segments: [[likely, end] as const, [first, Math.min(end, likely - 1)] as const].filter(
        ([from, to]) => from <= to
      ),
      end,
      isComplete: head.timestamp >= until
    }
  })

/** Adds the blocks that have come since the plan was made. */
export const extend = (
  plan: Plan,
  head: BlockTimes.Block,
  { until }: SearchWindow,
  timeOf: BlockTimes.TimeOf
): Effect.Effect<void, ChainUnavailable> =>
  plan.isComplete || head.number <= plan.end
    ? Effect.void
    : Effect.map(blockAt(head, until, timeOf), ({ after }) => {
        if (after > plan.end) plan.segments.push([plan.end + 1, after])
        plan.end = after
        plan.isComplete = head.timestamp >= until
      })

/** Finds the entry in the plan's blocks. `None`: it is in none of them. */
export const search = <A>(
  plan: Plan,
  range: BlockRange,
  logs: (from: number, to: number) => Effect.Effect<Option.Option<A>, ChainUnavailable>
): Effect.Effect<Option.Option<A>, ChainUnavailable> =>
  Effect.suspend(() => {
    const [next] = plan.segments
    if (next === undefined) return Effect.succeedNone
    const [from, to] = next
    return Effect.flatMap(range.ask(from, to, logs), ([found, last]) => {
      if (Option.isSome(found)) return Effect.succeed(found)
      plan.segments.splice(0, 1, ...(last < to ? [[last + 1, to] as const] : []))
      return search(plan, range, logs)
    })
  })
