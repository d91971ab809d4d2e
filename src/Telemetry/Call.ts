/**
 * The record of the current call, for its one log line. Every part of the service that handles the call adds to it.
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import type { Code } from "../Api/Failure.ts"
import { onOwnEnd } from "../Runtime/Bracket.ts"
import { clockOf } from "../Runtime/Clock.ts"
import { inContext } from "../Runtime/Fibers.ts"
import { spanIn } from "../Runtime/Span.ts"

/**
 * How a call ended: `delivered` (run and charged), `given` (run, and nothing charged), `replayed` (the answer of an earlier
 * call), `joined` (the answer of an equal call under way), `client_gone`, or the code of a failure.
 */
export type Outcome = "delivered" | "given" | "replayed" | "joined" | "client_gone" | Code

/**
 * What a provider was asked for a call, or for several that share the question. `status` is of its last reply: absent when
 * none came. `reason` says in our words why it has not answered.
 */
export interface Question {
  readonly provider: string
  /** `openalex.search` */
  readonly operation: string
  readonly status: number | undefined
  readonly reason: string | undefined
}

/** A part of a call: when it began and, once it is over, when it ended, in nanoseconds of the clock. */
export interface Phase {
  readonly name: string
  readonly began: bigint
  ended?: bigint
}

/** The record of one call. */
export interface Call {
  readonly id: string
  /** When it arrived, in nanoseconds of the clock. */
  readonly started: bigint
  capability?: string
  /** How it ended. A request that is no sale and succeeds has none: its line says `ok`. */
  outcome?: Outcome
  /** The status of its failure over HTTP, where the response itself has another one. */
  failedWith?: number
  /** `unknown`: its settlement has begun, and how it ended is not known (yet). */
  charged: boolean | "unknown"
  /** Decimal USDC that was charged. */
  amount?: string
  /** The hash of the payment's key, as in spans. */
  payment?: string
  /** The id of the call that made the answer, where that is another. */
  original?: string
  /** Why it failed, in words for the operator, or the protocol's reason code. */
  reason?: string
  /** Where the body is at fault: pointers (RFC 6901). */
  pointer?: string
  /** What providers were asked. */
  questions?: Array<Question>
  /** Records that were looked up in the cache, and how many of them were there. */
  reads?: number
  hits?: number
  readonly phases: Array<Phase>
  /** Whether the log line is written. */
  isOver: boolean
}

export const make = (id: string, started = 0n): Call => ({
  id,
  started,
  charged: false,
  phases: [],
  isOver: false
})

/** Outside of a call: a record that nothing reads. */
const outside = make("none")

/** The current call. */
export class CurrentCall extends Context.Reference<CurrentCall>()("almanac/CurrentCall", {
  defaultValue: () => outside
}) {}

/** What has been asked in a run that several calls share. Absent outside of such a run. */
export class SharedQuestions extends Context.Reference<SharedQuestions>()("almanac/SharedQuestions", {
  defaultValue: (): Array<Question> | undefined => undefined
}) {}

const of = (fiber: Fiber.RuntimeFiber<unknown, unknown>): Call =>
  Context.get(fiber.currentContext, CurrentCall)

/** Ends a call and its open phases. Returns its duration in milliseconds. */
export const end = (call: Call, now: bigint): number => {
  for (const phase of call.phases) phase.ended ??= now
  call.isOver = true
  return Number(now - call.started) / 1e6
}

/** Runs the work of a call, the last that its fibre does: from now on the fibre works for this call. */
export const within = (call: Call) => inContext(Context.add(CurrentCall, call))

/**
 * Runs a phase of the call in a span of its name, and records how long it took. A phase that is interrupted ends with
 * the call: one that is cut while the call goes on stands outside of what cuts it.
 */
export const phase =
  (name: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.withFiberRuntime<A, E, R>((fiber) => {
      const call = of(fiber)
      const clock = clockOf(fiber)
      const phase: Phase = { name, began: clock.unsafeCurrentTimeNanos() }
      if (call !== outside) call.phases.push(phase)
      const timed = onOwnEnd<A, E>(() => {
        phase.ended ??= clock.unsafeCurrentTimeNanos()
      })(effect)
      return spanIn(fiber, name, {}, timed)
    })

/** Adds facts to the current call. */
export const note = (
  facts: Partial<Pick<Call, "capability" | "outcome" | "charged" | "amount" | "payment" | "original">>
) =>
  Effect.withFiberRuntime<void>((fiber) => {
    const call = of(fiber)
    if (call !== outside) Object.assign(call, facts)
    return Effect.void
  })

const addQuestions = (fiber: Fiber.RuntimeFiber<unknown, unknown>, questions: ReadonlyArray<Question>) => {
  const shared = Context.get(fiber.currentContext, SharedQuestions)
  const call = of(fiber)
  if (shared !== undefined) shared.push(...questions)
  else if (call !== outside) call.questions = [...(call.questions ?? []), ...questions]
}

/** Adds what providers were asked: to the run that calls share, if this is one, else to the current call. */
export const noteQuestions = (...questions: ReadonlyArray<Question>) =>
  Effect.withFiberRuntime<void>((fiber) => {
    addQuestions(fiber, questions)
    return Effect.void
  })

/** Adds what a provider was asked by an effect, once the provider has answered or failed. */
export const noteQuestionOf =
  <A, E>(questionOf: (exit: Exit.Exit<A, E>) => Question) =>
  <R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.withFiberRuntime((fiber) =>
      onOwnEnd<A, E>((exit) => {
        if (Exit.isSuccess(exit) || Cause.isFailure(exit.cause)) addQuestions(fiber, [questionOf(exit)])
      })(effect)
    )

/** Counts a look-up in the cache. */
export const noteRead = (hit: boolean) =>
  Effect.withFiberRuntime<void>((fiber) => {
    const call = of(fiber)
    if (call === outside) return Effect.void
    call.reads = (call.reads ?? 0) + 1
    call.hits = (call.hits ?? 0) + (hit ? 1 : 0)
    return Effect.void
  })

/**
 * Records that the call's answer is paid for, with its price in decimal USDC. When the client has hung up, the call's
 * line is already written without the charge, so a second line says it.
 */
export const noteCharge = (amount: string) =>
  Effect.withFiberRuntime<void>((fiber) => {
    const call = of(fiber)
    Object.assign(call, { charged: true, amount, outcome: "delivered" })
    return call.isOver
      ? Effect.logInfo("charged after the client had gone: the answer can be fetched", {
          ...(call.capability === undefined ? {} : { capability: call.capability }),
          charged: true,
          amount,
          ...(call.payment === undefined ? {} : { payment: call.payment }),
          requestId: call.id
        })
      : Effect.void
  })

/** Records the outcome of the call, unless its own run has recorded one already. */
export const noteOnce = ({ outcome }: { readonly outcome: Outcome }) =>
  Effect.withFiberRuntime<void>((fiber) => {
    of(fiber).outcome ??= outcome
    return Effect.void
  })
