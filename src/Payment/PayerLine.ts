/**
 * How calls wait whose payer has as much under way as it may have: in one line for each payer. Only the first of a line
 * tries again, when a payment of its payer has ended, so that a thousand callers that wait cost as many statements as one. A
 * call that waits holds no place among the sales.
 */
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { Overloaded } from "../Api/Failure.ts"
import { withMonotonic } from "../Runtime/Clock.ts"
import { lookInterval, until, type WakeUps } from "../Storage/WakeUps.ts"
import { topicOfPayer } from "./AttemptEnd.ts"
import { payerAtLimit } from "./Failures.ts"
import { maxWaiting } from "./Limits.ts"

/** Completed when its call is the first of its line. */
type Turn = Deferred.Deferred<void>

/** A call that waits in its payer's line. */
export interface Waiting<A, E> {
  readonly payer: string
  /** When the call gives up, in monotonic milliseconds. */
  readonly deadline: number
  /**
   * Tries again; `None` while the payer has too much under way, and a failure once the deadline is over. `leave` lets
   * the next one have its turn: to be run as soon as it is known that the call need not wait any more.
   */
  readonly tryAgain: (leave: Effect.Effect<void>) => Effect.Effect<Option.Option<A>, E>
}

const left = (deadline: number) =>
  withMonotonic((now) => Effect.succeed(Duration.millis(Math.max(0, deadline - now))))

/** The payers' lines of one process. */
export const make = (wakeUps: WakeUps["Type"]) => {
  const lines = new Map<string, Set<Turn>>()

  const firstOf = (line: Set<Turn>) => {
    const [first] = line
    return first === undefined ? Effect.void : Deferred.succeed(first, undefined)
  }

  const join = (payer: string) =>
    Effect.flatMap(Deferred.make<void>(), (turn) =>
      Effect.suspend(() => {
        const line = lines.get(payer) ?? new Set()
        if (line.size >= maxWaiting) return payerAtLimit
        lines.set(payer, line.add(turn))
        return Effect.as(firstOf(line), turn)
      })
    )

  const leave = (payer: string, turn: Turn) =>
    Effect.suspend(() => {
      const line = lines.get(payer)
      if (line === undefined || !line.delete(turn)) return Effect.void
      if (line.size === 0) lines.delete(payer)
      return firstOf(line)
    })

  /** Waits in the line of the payer until a try succeeds. Fails at once when too many wait. */
  return <A, E>({ deadline, payer, tryAgain }: Waiting<A, E>): Effect.Effect<A, E | Overloaded> =>
    Effect.acquireUseRelease(
      join(payer),
      (turn) => {
        const untilFirst = Effect.flatMap(left(deadline), (duration) =>
          Effect.timeoutFail(Deferred.await(turn), { duration, onTimeout: () => payerAtLimit })
        )
        const pause = Effect.map(left(deadline), Duration.min(lookInterval))
        const tries = until(wakeUps, topicOfPayer(payer), tryAgain(leave(payer, turn)), pause)
        return Effect.zipRight(untilFirst, tries)
      },
      (turn) => leave(payer, turn)
    )
}
