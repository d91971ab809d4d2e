/**
 * A circuit breaker per provider operation. While a provider is broken or throttles us, callers get its error at once
 * and the provider gets no calls.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import { withNow } from "../../Runtime/Clock.ts"
import { annotate } from "../../Runtime/Span.ts"
import * as Attributes from "../../Telemetry/Attributes.ts"
import { bodyTooLong, type ProviderError, type QueryRefused, retryingAfter } from "../Errors.ts"
import * as Condition from "./Condition.ts"
import { opened as openings } from "./Metrics.ts"
import { pacedOut } from "./Pacing.ts"

/** Consecutive failures that open a circuit. */
const threshold = 5

/**
 * Malformed replies count only when at least this many different requests got one. One caller's unusual query must not
 * take the provider from the others.
 */
const leastRequests = 3

export interface CircuitOptions {
  /** `frankfurter.latest` */
  readonly operation: string
  /** How long the circuit stays open when the provider named no time. */
  readonly cooldown: Duration.Duration
  /** Whether one throttled call without a time opens the circuit. Default: false, it only counts. */
  readonly throttleOpens?: boolean
}

export type CircuitState = "closed" | "open" | "half-open"

export interface Circuit {
  /**
   * Runs an effect, or fails at once while the circuit is open. `request` identifies the request that the effect
   * makes.
   */
  readonly guard: (
    request: () => string
  ) => <A, E extends ProviderError | QueryRefused>(
    effect: Effect.Effect<A, E>
  ) => Effect.Effect<A, E | ProviderError>
  /** Opens the circuit for the error's `retryAfter`, or the cooldown. */
  readonly open: (error: ProviderError) => Effect.Effect<void>
  /** Forgets all failures. */
  readonly close: Effect.Effect<void>
  readonly state: Effect.Effect<CircuitState>
  /** Notes that calls meet a limit for a while, although they are sent. */
  readonly limit: (limit: Condition.Limit) => Effect.Effect<void>
  /** What is known of the operation at a moment (Unix milliseconds). */
  readonly condition: (now: number) => Condition.Condition
}

const day = 86_400_000

/** Milliseconds until the next UTC midnight, when daily budgets are renewed. */
const untilMidnight = (now: number) => day - (now % day)

const isProviderError = (error: ProviderError | QueryRefused): error is ProviderError =>
  error._tag !== "QueryRefused"

/** Our own pacing sent no request, so the error says nothing about the provider. */
const isPacedOut = (error: ProviderError | QueryRefused): boolean =>
  isProviderError(error) && error.reason === pacedOut

/** Whether a run says nothing about the provider: it was interrupted, met a fault of ours, or pacing sent no request. */
const isInconclusive = (exit: Exit.Exit<unknown, ProviderError | QueryRefused>): boolean =>
  Exit.isFailure(exit) &&
  (Cause.isInterrupted(exit.cause) ||
    Cause.isDie(exit.cause) ||
    Option.exists(Cause.failureOption(exit.cause), isPacedOut))

/** Whether a run got a reply of the wrong shape; one that is too large is an answer. */
const isMalformed = (exit: Exit.Exit<unknown, ProviderError | QueryRefused>): boolean =>
  Exit.isFailure(exit) &&
  Option.exists(
    Cause.failureOption(exit.cause),
    (error) => error._tag === "ProviderBadResponse" && error.reason !== bodyTooLong
  )

/** Makes a closed circuit. */
export const make = ({ operation, cooldown, throttleOpens = false }: CircuitOptions): Circuit => {
  let failures = 0
  let malformed = 0
  const malformedRequests = new Set<string>()
  let opened: Condition.Opened | undefined
  const condition = Condition.make()
  let probing = false
  /** How often it has opened. What a call says that began before the last time is known already. */
  let timesOpened = 0

  const reset = () => {
    failures = 0
    malformed = 0
    malformedRequests.clear()
  }

  const openFor = (error: ProviderError, millis: number, now: number) => {
    reset()
    timesOpened += 1
    opened = { error, since: opened?.since ?? now, from: now, until: now + millis }
    return Effect.zipRight(
      openings(operation),
      Effect.logWarning("circuit opened", {
        operation,
        error: error._tag,
        reason: error.reason,
        seconds: Math.ceil(millis / 1000)
      })
    )
  }

  const pause = (error: ProviderError, now: number) =>
    error.retryAfter === undefined
      ? Duration.toMillis(cooldown)
      : Math.min(error.retryAfter * 1000, untilMidnight(now))

  const recovered = withNow((now) => Effect.sync(() => condition.recovered(now)))

  const count = (error: ProviderError, request: string) => {
    if (error._tag !== "ProviderBadResponse") failures += 1
    else {
      malformed += 1
      malformedRequests.add(request)
    }
    return failures + (malformedRequests.size >= leastRequests ? malformed : 0)
  }

  const failed = (error: ProviderError, request: string, wasProbe: boolean) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      // A reply that is too large is the query's doing: everybody could take the provider from the others by such queries.
      if (isPacedOut(error) || error.reason === bodyTooLong) return Effect.void
      const isThrottle = error._tag === "ProviderRateLimited"
      if (isThrottle && (throttleOpens || error.retryAfter !== undefined))
        return openFor(error, pause(error, now), now)
      const sum = count(error, request)
      if (sum > 0 || wasProbe) condition.failed(error, now)
      return sum >= threshold || (wasProbe && error._tag !== "ProviderBadResponse")
        ? openFor(error, pause(error, now), now)
        : Effect.void
    })

  const succeeded = () => {
    reset()
    return condition.isFailing() ? recovered : Effect.void
  }

  /** A call that was under way when the circuit opened changes nothing, except that a time which it names is kept to. */
  const outrun = (error: ProviderError | QueryRefused) =>
    withNow((now) => {
      if (error._tag !== "ProviderRateLimited" || error.retryAfter === undefined || isPacedOut(error))
        return Effect.void
      const until = now + pause(error, now)
      if (opened === undefined || (Condition.isOut(opened, now) && until <= opened.until)) return Effect.void
      opened = { ...opened, error, from: now, until }
      return Effect.void
    })

  const run = <A, E extends ProviderError | QueryRefused>(
    effect: Effect.Effect<A, E>,
    request: () => string,
    wasProbe: boolean
  ) => {
    const began = timesOpened
    return effect.pipe(
      Effect.tapBoth({
        onSuccess: () => (began === timesOpened ? succeeded() : Effect.void),
        onFailure: (error) => {
          if (began !== timesOpened) return outrun(error)
          return isProviderError(error) ? failed(error, request(), wasProbe) : succeeded()
        }
      })
    )
  }

  /** The error of a call that an open circuit refuses. */
  const openError = (circuit: Condition.Opened, now: number): ProviderError => {
    const left = Condition.isOut(circuit, now) ? circuit.until - now : 0
    return retryingAfter(circuit.error, left / 1000, `circuit open: ${circuit.error.reason}`)
  }

  /** Lets one call through a half-open circuit. The next one may follow when it has ended. */
  const probe = <A, E extends ProviderError | QueryRefused>(
    effect: Effect.Effect<A, E>,
    request: () => string,
    now: number
  ) =>
    Effect.uninterruptibleMask((restore): Effect.Effect<A, E | ProviderError> => {
      const before = opened
      if (before === undefined) return restore(run(effect, request, false))
      if (probing) return openError(before, now)
      probing = true
      return Effect.onExit(restore(run(effect, request, true)), (exit) =>
        Effect.suspend(() => {
          probing = false
          // A probe that opened the circuit again has given it a new end.
          const reopened = opened !== undefined && opened !== before
          if (reopened || isInconclusive(exit)) return Effect.void
          opened = undefined
          const closed = Effect.logInfo("circuit closed", { operation })
          // One malformed reply keeps no circuit open, but it is no recovery either.
          return isMalformed(exit) ? closed : Effect.zipRight(recovered, closed)
        })
      )
    })

  const stateAt = (now: number): CircuitState => {
    if (opened === undefined) return "closed"
    return Condition.isOut(opened, now) ? "open" : "half-open"
  }

  return {
    open: (error) => Effect.flatMap(Clock.currentTimeMillis, (now) => openFor(error, pause(error, now), now)),
    close: Effect.suspend(() => {
      reset()
      opened = undefined
      return recovered
    }),
    limit: (limit) => withNow((now) => Effect.sync(() => condition.limited(limit, now))),
    condition: (now) => condition.at(now, opened),
    state: Effect.map(Clock.currentTimeMillis, stateAt),
    guard:
      (request) =>
      <A, E extends ProviderError | QueryRefused>(effect: Effect.Effect<A, E>) =>
        withNow((now) => {
          const guarded = (): Effect.Effect<A, E | ProviderError> => {
            if (opened === undefined) return run(effect, request, false)
            return Condition.isOut(opened, now) ? openError(opened, now) : probe(effect, request, now)
          }
          return Effect.zipRight(annotate({ [Attributes.circuitState]: stateAt(now) }), guarded())
        })
  }
}
