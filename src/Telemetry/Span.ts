/**
 * Spans, which cost nothing where nobody collects them.
 */
import { Context, Effect, FiberRef, Tracer } from "effect"

/**
 * Puts an effect in a span. Without the stack trace that the library would take of every caller: it costs most. Where
 * tracing is switched off the effect is left as it is: an effect that needs a span finds the one around it, or none.
 */
export const span =
  (name: string, options: Omit<Tracer.SpanOptions, "captureStackTrace"> = {}) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, Tracer.ParentSpan>> =>
    Effect.withFiberRuntime((fiber) =>
      fiber.getFiberRef(FiberRef.currentTracerEnabled)
        ? Effect.withSpan(effect, name, { ...options, captureStackTrace: false })
        : (effect as Effect.Effect<A, E, Exclude<R, Tracer.ParentSpan>>)
    )

type Attributes = Readonly<Record<string, unknown>>

/** Notes attributes of the current span, when there is one. Those that take work are made only then. */
export const annotate = (attributes: Attributes | (() => Attributes)): Effect.Effect<void> =>
  Effect.withFiberRuntime((fiber) => {
    const current = Context.getOption(fiber.currentContext, Tracer.ParentSpan)
    if (current._tag === "Some" && current.value._tag === "Span") {
      const facts = typeof attributes === "function" ? attributes() : attributes
      for (const [name, value] of Object.entries(facts)) current.value.attribute(name, value)
    }
    return Effect.void
  })
