/**
 * How many blocks a node searches for log entries at a time. Every node has a limit of its own, and its own way to
 * refuse: with an error, with HTTP 500, with no answer. So every failure is taken for a refusal, as long as the range
 * can be made narrower.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { ChainUnavailable } from "./Chain.ts"

/** Blocks that are asked for at first. Public nodes allow 10 000, 2 000, 500 or, on free plans, 10. */
const widest = 2_000

/** A limit that many nodes have: it is tried before the ranges below it. */
const usualLeast = 10

/** How long a narrower range is kept to: an outage may have been taken for a refusal. */
const memory = Duration.minutes(10)

/** The next narrower range. */
const narrower = (width: number): number =>
  width > usualLeast ? Math.max(usualLeast, Math.floor(width / 4)) : Math.floor(width / 2)

/** The range that one node accepts, as far as it is known. */
export const make = () => {
  let accepted = widest
  let since = 0

  const ask = <A>(
    from: number,
    width: number,
    logs: (from: number, to: number) => Effect.Effect<A, ChainUnavailable>
  ): Effect.Effect<readonly [result: A, width: number], ChainUnavailable> =>
    Effect.matchEffect(logs(from, from + width - 1), {
      onFailure: (error) => (width === 1 ? Effect.fail(error) : ask(from, narrower(width), logs)),
      onSuccess: (result) => Effect.succeed([result, width] as const)
    })

  return {
    /** Asks for the logs of as many blocks from `from` to `to` as the node accepts. Returns the last one it looked at. */
    ask: <A>(
      from: number,
      to: number,
      logs: (from: number, to: number) => Effect.Effect<A, ChainUnavailable>
    ): Effect.Effect<readonly [result: A, last: number], ChainUnavailable> =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        if (now - since >= Duration.toMillis(memory)) accepted = widest
        const width = Math.min(accepted, to - from + 1)
        return Effect.map(ask(from, width, logs), ([result, took]) => {
          if (took < width) {
            accepted = took
            since = now
          }
          return [result, from + took - 1] as const
        })
      })
  }
}
export type BlockRange = ReturnType<typeof make>
