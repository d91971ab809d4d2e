/**
 * Spans that cost nothing where tracing is off: Effect's own make their options, and keep the caller's stack trace, before
 * they look.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as FiberRef from "effect/FiberRef"
import * as Tracer from "effect/Tracer"

type Options = Omit<Tracer.SpanOptions, "captureStackTrace">
type Attributes = Readonly<Record<string, unknown>>

const evaluate = <A extends object>(value: A | (() => A)): A =>
  typeof value === "function" ? value() : value

/** As `span`, for an effect that the given fibre is about to run. */
export const spanIn = <A, E, R>(
  fiber: Fiber.RuntimeFiber<unknown, unknown>,
  name: string,
  options: Options | (() => Options),
  effect: Effect.Effect<A, E, R>
) =>
  fiber.getFiberRef(FiberRef.currentTracerEnabled)
    ? Effect.withSpan(effect, name, { ...evaluate(options), captureStackTrace: false })
    : (effect as Effect.Effect<A, E, Exclude<R, Tracer.ParentSpan>>)

/**
 * Runs an effect in a span, without the stack trace of the caller, which costs most. Where tracing is off, it returns
 * the effect itself. Options given as a function are computed only where tracing is on.
 */
export const span =
  (name: string, options: Options | (() => Options) = {}) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, Tracer.ParentSpan>> =>
    Effect.withFiberRuntime((fiber) => spanIn(fiber, name, options, effect))

/** Wraps an effect where tracing is on; elsewhere it is the effect itself. */
export const whereTraced =
  <A, E, R>(wrap: (effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>) =>
  (effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.withFiberRuntime((fiber) =>
      fiber.getFiberRef(FiberRef.currentTracerEnabled) ? wrap(effect) : effect
    )

/** Annotates the current span with the outcome of an effect. */
export const annotateEnd =
  <A, E>(attributesOf: {
    readonly onSuccess: (value: A) => Attributes
    readonly onFailure: (error: E) => Attributes
  }) =>
  <R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    whereTraced<A, E, R>(
      Effect.tapBoth({
        onSuccess: (value) => annotate(attributesOf.onSuccess(value)),
        onFailure: (error) => annotate(attributesOf.onFailure(error))
      })
    )(effect)

/** Annotates the current span, if there is one. Attributes given as a function are computed only then. */
export const annotate = (attributes: Attributes | (() => Attributes)): Effect.Effect<void> =>
  Effect.withFiberRuntime((fiber) => {
    const current = Context.getOption(fiber.currentContext, Tracer.ParentSpan)
    if (current._tag === "Some" && current.value._tag === "Span") {
      for (const [name, value] of Object.entries(evaluate(attributes))) current.value.attribute(name, value)
    }
    return Effect.void
  })
