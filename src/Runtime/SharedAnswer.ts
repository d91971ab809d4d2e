/**
 * A question that is asked once for all who ask within a time, so that those who ask cannot make it expensive.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { withClock } from "./Clock.ts"
import * as SingleFlight from "./SingleFlight.ts"

/**
 * The answer to a question: the last one, as long as it is no older than `keep` (for ever, when that is infinite), else
 * the next one, which all who ask meanwhile wait for. The question runs in a fibre of its own: one caller that hangs up
 * does not end it for the others. Ages go by the monotonic clock: the system's clock may be set back.
 */
export const make = <A, R>(
  question: Effect.Effect<A, never, R>,
  keep: Duration.Duration
): Effect.Effect<A, never, R> => {
  const asking = SingleFlight.make<A, never>("finish")
  const nanos = Duration.toNanos(keep)
  let last: { readonly answer: A; readonly madeAt: bigint } | undefined

  const isFresh = (madeAt: bigint, now: bigint) =>
    Option.match(nanos, { onNone: () => true, onSome: (nanos) => now < madeAt + nanos })

  const ask = Effect.flatMap(question, (answer) =>
    withClock((clock) => {
      last = { answer, madeAt: clock.nanos() }
      return Effect.succeed(answer)
    })
  )
  return withClock((clock) =>
    last !== undefined && isFresh(last.madeAt, clock.nanos())
      ? Effect.succeed(last.answer)
      : asking.join({ key: "", work: ask })
  )
}
