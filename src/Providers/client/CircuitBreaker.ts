/**
 * A circuit per provider operation: while a provider is plainly broken or wants to be left alone, callers get the
 * error at once, and the provider gets no calls. Source of the rules: decisions, providers in general.
 */
import { Cause, Clock, Duration, Effect, Exit, Option } from "effect"
import * as Now from "../../Runtime/Clock.ts"
import * as Attributes from "../../Telemetry/Attributes.ts"
import { annotate } from "../../Telemetry/Span.ts"
import { type ProviderError, type QueryRefused, retryingAfter } from "../Errors.ts"
import { opened as openings } from "./Metrics.ts"
import { pacedOut } from "./Pacing.ts"

/** Failures in a row that open a circuit. */
const threshold = 5

/**
 * Replies that are no answers count only when different requests got them: one caller's odd query must not take the
 * provider from the others.
 */
const leastRequests = 3

export interface CircuitOptions {
  /** `frankfurter.latest` */
  readonly operation: string
  /** How long it stays open when the provider named no time. */
  readonly cooldown: Duration.Duration
  /** Seconds for which a throttled call opens it even when the provider named no time; else it only counts. */
  readonly throttled?: number
}

/** Where the circuit stands. */
export type CircuitState = "closed" | "open" | "half-open"

export interface Circuit {
  /** Runs an effect, or fails at once while the circuit is open. `request` tells which request the effect makes. */
  readonly guard: <A, E extends ProviderError | QueryRefused>(
    effect: Effect.Effect<A, E>,
    request: () => string
  ) => Effect.Effect<A, E | ProviderError>
  /** Opens it for the error's `retryAfter`, or the cooldown. */
  readonly open: (error: ProviderError) => Effect.Effect<void>
  readonly standing: Effect.Effect<CircuitState>
}

/** What opened a circuit, and until when (milliseconds since the epoch). */
interface Opened {
  readonly error: ProviderError
  readonly until: number
}

const day = 86_400_000

/** Milliseconds until the next UTC midnight, when daily budgets begin anew. */
const untilMidnight = (now: number) => day - (now % day)

const isProviderError = (error: ProviderError | QueryRefused): error is ProviderError =>
  error._tag !== "QueryRefused"

/** Our own pace let no request out: nothing is known of the provider. */
const isHeldBack = (error: ProviderError | QueryRefused): boolean =>
  isProviderError(error) && error.reason === pacedOut

/** An interrupted run has proved nothing, nor has one that was held back. */
const provedNothing = (exit: Exit.Exit<unknown, ProviderError | QueryRefused>): boolean =>
  Exit.isFailure(exit) &&
  (Cause.isInterrupted(exit.cause) || Option.exists(Cause.failureOption(exit.cause), isHeldBack))

/** A closed circuit. */
export const make = ({ operation, cooldown, throttled }: CircuitOptions): Circuit => {
  let failures = 0
  let strange = 0
  const strangeRequests = new Set<string>()
  let opened: Opened | undefined
  let probing = false

  const reset = () => {
    failures = 0
    strange = 0
    strangeRequests.clear()
  }

  const openFor = (error: ProviderError, millis: number, now: number) => {
    reset()
    opened = { error, until: now + millis }
    return Effect.zipRight(
      openings(operation),
      Effect.logWarning("circuit opened", {
        operation,
        error: error._tag,
        seconds: Math.ceil(millis / 1000)
      })
    )
  }

  const pause = (error: ProviderError, now: number) =>
    error.retryAfter === undefined
      ? Duration.toMillis(cooldown)
      : Math.min(error.retryAfter * 1000, untilMidnight(now))

  const count = (error: ProviderError, request: string) => {
    if (error._tag !== "ProviderBadResponse") failures += 1
    else {
      strange += 1
      strangeRequests.add(request)
    }
    return failures + (strangeRequests.size >= leastRequests ? strange : 0)
  }

  const failed = (error: ProviderError, request: string, wasProbe: boolean) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      if (isHeldBack(error)) return Effect.void
      if (error._tag === "ProviderRateLimited") {
        if (error.retryAfter !== undefined) return openFor(error, pause(error, now), now)
        if (throttled !== undefined) return openFor(error, throttled * 1000, now)
      }
      const sum = count(error, request)
      return sum >= threshold || (wasProbe && error._tag !== "ProviderBadResponse")
        ? openFor(error, pause(error, now), now)
        : Effect.void
    })

  const succeeded = (wasProbe: boolean) => {
    reset()
    return wasProbe ? Effect.logInfo("circuit closed", { operation }) : Effect.void
  }

  const run = <A, E extends ProviderError | QueryRefused>(
    effect: Effect.Effect<A, E>,
    request: () => string,
    wasProbe: boolean
  ) =>
    effect.pipe(
      Effect.tapBoth({
        onSuccess: () => succeeded(wasProbe),
        onFailure: (error) =>
          isProviderError(error) ? failed(error, request(), wasProbe) : succeeded(wasProbe)
      })
    )

  const still = ({ error, until }: Opened, now: number): ProviderError =>
    retryingAfter(error, (until - now) / 1000)

  /** One at a time; however it ends, another one may follow. */
  const probe = <A, E extends ProviderError | QueryRefused>(
    effect: Effect.Effect<A, E>,
    request: () => string,
    now: number
  ) =>
    Effect.uninterruptibleMask((restore): Effect.Effect<A, E | ProviderError> => {
      if (opened === undefined) return restore(run(effect, request, false))
      if (probing) return still(opened, now)
      probing = true
      return Effect.onExit(restore(run(effect, request, true)), (exit) =>
        Effect.sync(() => {
          probing = false
          // A probe that opened the circuit again has given it a new end.
          const reopened = opened !== undefined && opened.until > now
          if (!reopened && !provedNothing(exit)) opened = undefined
        })
      )
    })

  const standing = (now: number): CircuitState =>
    opened === undefined ? "closed" : now < opened.until ? "open" : "half-open"

  return {
    open: (error) => Effect.flatMap(Clock.currentTimeMillis, (now) => openFor(error, pause(error, now), now)),
    standing: Effect.map(Clock.currentTimeMillis, standing),
    guard: <A, E extends ProviderError | QueryRefused>(effect: Effect.Effect<A, E>, request: () => string) =>
      Now.withNow((now) =>
        Effect.zipRight(
          annotate(() => ({ [Attributes.circuitState]: standing(now) })),
          Effect.suspend((): Effect.Effect<A, E | ProviderError> => {
            if (opened === undefined) return run(effect, request, false)
            return now < opened.until ? still(opened, now) : probe(effect, request, now)
          })
        )
      )
  }
}
