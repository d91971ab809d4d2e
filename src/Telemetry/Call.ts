/**
 * What is known of the present call, for its one log line: filled in by every room that the call passes.
 */
import { Clock, Context, Effect } from "effect"
import { span } from "./Span.ts"

/** The record of one call; phases in milliseconds. */
export interface Call {
  readonly id: string
  capability?: string
  /** How the call ended, in one word: `delivered`, `replayed`, `unpaid`, or a failure's code. */
  outcome?: string
  charged: boolean
  /** Decimal USDC that was charged. */
  amount?: string
  readonly phases: Record<string, number>
}

export const make = (id: string): Call => ({ id, charged: false, phases: {} })

/** The present call. Outside of one there is an empty record that nobody reads. */
export class CurrentCall extends Context.Reference<CurrentCall>()("almanac/CurrentCall", {
  defaultValue: () => make("none")
}) {}

/** Runs a phase of the call in a span of its name, and notes how long it took, also when it fails. */
export const phase =
  (name: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.gen(function* () {
      const call = yield* CurrentCall
      const start = yield* Clock.currentTimeNanos
      return yield* Effect.ensuring(
        effect,
        Effect.map(Clock.currentTimeNanos, (end) => {
          call.phases[name] = (call.phases[name] ?? 0) + Number(end - start) / 1e6
        })
      )
    }).pipe(span(name))

/** Notes facts of the present call. */
export const note = (facts: Partial<Pick<Call, "capability" | "outcome" | "charged" | "amount">>) =>
  Effect.map(CurrentCall, (call) => {
    Object.assign(call, facts)
  })

/** Notes how the call ended, unless the run that it started has said so already. */
export const noteOnce = ({ outcome }: { readonly outcome: string }) =>
  Effect.map(CurrentCall, (call) => {
    call.outcome ??= outcome
  })
