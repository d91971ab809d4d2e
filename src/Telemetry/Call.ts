/**
 * The record of the current call, for its one log line. Every part of the service that handles the call adds to it.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import type { Code } from "../Api/Failure.ts"
import { clockOf } from "../Runtime/Clock.ts"
import { spanIn } from "./Span.ts"

/**
 * How a call ended: `delivered` (run and charged), `given` (run, and nothing charged), `replayed` (the answer of an earlier
 * call), `joined` (the answer of an equal call under way), `client_gone`, or the code of a failure.
 */
export type Outcome = "delivered" | "given" | "replayed" | "joined" | "client_gone" | Code

/** The record of one call. */
export interface Call {
  readonly id: string
  /** When it arrived, in nanoseconds of the clock. */
  readonly started: bigint
  capability?: string
  /** How it ended. A request that is no sale and succeeds has none: its line says `ok`. */
  outcome?: Outcome
  charged: boolean
  /** Decimal USDC that was charged. */
  amount?: string
  /** The duration of each phase, in milliseconds. */
  readonly phases: Map<string, number>
  /** When each phase under way began, in nanoseconds of the clock. */
  readonly open: Map<string, bigint>
  /** Whether the log line is written. */
  isOver: boolean
}

export const make = (id: string, started = 0n): Call => ({
  id,
  started,
  charged: false,
  phases: new Map(),
  open: new Map(),
  isOver: false
})

/** The current call. Outside of a call it is an empty record, which nothing reads. */
export class CurrentCall extends Context.Reference<CurrentCall>()("almanac/CurrentCall", {
  defaultValue: () => make("none")
}) {}

const of = (fiber: Fiber.RuntimeFiber<unknown, unknown>): Call =>
  Context.get(fiber.currentContext, CurrentCall)

const close = ({ open, phases }: Call, name: string, now: bigint) => {
  const start = open.get(name)
  if (start === undefined) return
  open.delete(name)
  phases.set(name, (phases.get(name) ?? 0) + Number(now - start) / 1e6)
}

/** Ends a call and its open phases. Returns its duration in milliseconds. */
export const end = (call: Call, now: bigint): number => {
  for (const name of call.open.keys()) close(call, name, now)
  call.isOver = true
  return Number(now - call.started) / 1e6
}

/** Runs a phase of the call in a span of its name, and records how long it took, however it ends. */
export const phase =
  (name: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.withFiberRuntime<A, E, R>((fiber) => {
      const call = of(fiber)
      const clock = clockOf(fiber)
      call.open.set(name, clock.unsafeCurrentTimeNanos())
      const timed = Effect.ensuring(
        effect,
        Effect.sync(() => close(call, name, clock.unsafeCurrentTimeNanos()))
      )
      return spanIn(fiber, name, {}, timed)
    })

/** Adds facts to the current call. */
export const note = (facts: Partial<Pick<Call, "capability" | "outcome" | "charged" | "amount">>) =>
  Effect.withFiberRuntime<void>((fiber) => {
    Object.assign(of(fiber), facts)
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
