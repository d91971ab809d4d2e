/**
 * A question that is asked once for all who ask within a time, so that those who ask cannot make it expensive.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { withClock } from "./Clock.ts"
import * as SingleFlight from "./SingleFlight.ts"

/**
 * The answer to a question: the last one, as long as it is no older than `keep`, else the next one, which all who ask
 * meanwhile wait for. The question runs in a fibre of its own: one caller that hangs up does not end it for the others.
 * Ages go by the monotonic clock: the system's clock may be set back.
 */
export const make = <A, R>(
  question: Effect.Effect<A, never, R>,
  keep: Duration.Duration
): Effect.Effect<A, never, R> => {
  const asking = SingleFlight.make<A, never>("finish")
  const kept = BigInt(Duration.toMillis(keep)) * 1_000_000n
  let last: { readonly answer: A; readonly until: bigint } | undefined

  const ask = Effect.flatMap(question, (answer) =>
    withClock((clock) => {
      last = { answer, until: clock.nanos() + kept }
      return Effect.succeed(answer)
    })
  )
  return withClock((clock) =>
    last !== undefined && clock.nanos() < last.until
      ? Effect.succeed(last.answer)
      : asking.join({ key: "", work: ask })
  )
}
