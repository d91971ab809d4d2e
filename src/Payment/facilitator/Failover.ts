/**
 * Two facilitators: where the first does not answer a verification, the second is asked. Whoever has called a payment good
 * settles it, and nobody else: a settlement that may be under way at one is never sent to the other, in this process or,
 * by what the ledger keeps (`Facilitator.settlerOf`), in another one.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import { withMonotonic } from "../../Runtime/Clock.ts"
import { record } from "../../Telemetry/Measure.ts"
import type { Facilitator, FacilitatorUnavailable, Submission, Verdict } from "./Facilitator.ts"

/** How long the second is asked first after the first has not answered. A choice of ours: ten buyers wait, not all. */
export const pause = Duration.seconds(10)

/** Payments of the second that a process remembers: more than are under way at most (`MAX_CALLS`). */
const mostKnown = 131_072

const failovers = Metric.counter("almanac_facilitator_failovers_total", {
  description: "Verifications that the second facilitator answered, because the first did not",
  incremental: true
})

/** A payment: what a facilitator verifies and settles. */
const nameOf = ({ authorization: { from, nonce }, paymentRequirements: { asset, network } }: Submission) =>
  [network, asset, from, nonce].join(" ").toLowerCase()

/** The facilitator is not to blame where this process had no descriptor left. */
const isTheirs = ({ reason }: FacilitatorUnavailable) => reason !== "descriptors"

/** `names`: of both, as the ledger keeps them. A payment that was settled by a name of neither is asked of the first. */
export const make = (
  first: Facilitator["Type"],
  second: Facilitator["Type"],
  names: { readonly first: string; readonly second: string }
): Facilitator["Type"] => {
  /** Until when the second is asked first, in monotonic milliseconds; 0 while the first answers. */
  let until = 0
  const ofSecond = new Set<string>()

  const chose = (submission: Submission, isSecond: boolean) => {
    const payment = nameOf(submission)
    ofSecond.delete(payment)
    if (!isSecond) return
    ofSecond.add(payment)
    const [oldest] = ofSecond
    if (ofSecond.size > mostKnown && oldest !== undefined) ofSecond.delete(oldest)
  }
  /** A payment is bound by a verdict: a refusal binds it to nobody. */
  const bind = (submission: Submission, isSecond: boolean) => (verdict: Verdict) =>
    Effect.sync(() => {
      if (verdict.isValid) chose(submission, isSecond)
    })

  const missed = (now: number) => {
    const isNews = until === 0
    until = now + Duration.toMillis(pause)
    return isNews
      ? Effect.logWarning("the facilitator does not answer: verifications go to the second one")
      : Effect.void
  }
  const answered = Effect.suspend(() => {
    if (until === 0) return Effect.void
    until = 0
    return Effect.logInfo("the facilitator answers again")
  })

  const askFirst = (submission: Submission) =>
    first.verify(submission).pipe(
      Effect.tap(bind(submission, false)),
      Effect.tap(answered),
      Effect.tapError((error) => (isTheirs(error) ? withMonotonic(missed) : Effect.void))
    )
  const askSecond = (submission: Submission) =>
    second.verify(submission).pipe(
      Effect.tap(bind(submission, true)),
      Effect.tap(() => Effect.sync(() => record(failovers, 1)))
    )
  /** The other one where the one does not answer; what is told is what the one said. */
  const either = (
    one: Effect.Effect<Verdict, FacilitatorUnavailable>,
    other: Effect.Effect<Verdict, FacilitatorUnavailable>
  ) =>
    Effect.catchAll(one, (error) =>
      isTheirs(error) ? Effect.mapError(other, () => error) : Effect.fail(error)
    )

  const isOfSecond = (submission: Submission) =>
    submission.facilitator === undefined
      ? ofSecond.has(nameOf(submission))
      : submission.facilitator === names.second

  return {
    verify: (submission) =>
      withMonotonic((now) => {
        if (until > now) return either(askSecond(submission), askFirst(submission))
        // One call finds out whether the first is back; the others do not wait for that.
        if (until > 0) until = now + Duration.toMillis(pause)
        return either(askFirst(submission), askSecond(submission))
      }),
    settle: (submission) => (isOfSecond(submission) ? second : first).settle(submission),
    settlerOf: (submission) => (isOfSecond(submission) ? names.second : names.first)
  }
}
