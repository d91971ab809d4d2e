/**
 * Spans, which cost nothing where nobody collects them.
 */
import { Context, Effect, type Fiber, FiberRef, Tracer } from "effect"

type Options = Omit<Tracer.SpanOptions, "captureStackTrace">
type Attributes = Readonly<Record<string, unknown>>

const made = <A extends object>(facts: A | (() => A)): A => (typeof facts === "function" ? facts() : facts)

/** Puts an effect that a fibre is about to run in a span: see `span`. */
export const spanIn = <A, E, R>(
  fiber: Fiber.RuntimeFiber<unknown, unknown>,
  name: string,
  options: Options | (() => Options),
  effect: Effect.Effect<A, E, R>
) =>
  fiber.getFiberRef(FiberRef.currentTracerEnabled)
    ? Effect.withSpan(effect, name, { ...made(options), captureStackTrace: false })
    : (effect as Effect.Effect<A, E, Exclude<R, Tracer.ParentSpan>>)

/**
 * Puts an effect in a span. Without the stack trace that the library would take of every caller: it costs most. Where
 * tracing is switched off the effect is left as it is: an effect that needs a span finds the one around it, or none.
 * Options that take work are made only where it is not.
 */
export const span =
  (name: string, options: Options | (() => Options) = {}) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, Tracer.ParentSpan>> =>
    Effect.withFiberRuntime((fiber) => spanIn(fiber, name, options, effect))

/** Notes of the current span how an effect ends. */
export const annotateEnd =
  <A, E>(told: {
    readonly onSuccess: (value: A) => Attributes
    readonly onFailure: (error: E) => Attributes
  }) =>
  <R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.withFiberRuntime((fiber) =>
      fiber.getFiberRef(FiberRef.currentTracerEnabled)
        ? Effect.tapBoth(effect, {
            onSuccess: (value) => annotate(told.onSuccess(value)),
            onFailure: (error) => annotate(told.onFailure(error))
          })
        : effect
    )

/** Notes attributes of the current span, when there is one. Those that take work are made only then. */
export const annotate = (attributes: Attributes | (() => Attributes)): Effect.Effect<void> =>
  Effect.withFiberRuntime((fiber) => {
    const current = Context.getOption(fiber.currentContext, Tracer.ParentSpan)
    if (current._tag === "Some" && current.value._tag === "Span") {
      for (const [name, value] of Object.entries(made(attributes))) current.value.attribute(name, value)
    }
    return Effect.void
  })
