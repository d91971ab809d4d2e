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
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, Tracer.ParentSpan>> => {
    const spanned = Effect.withSpan(effect, name, { ...options, captureStackTrace: false })
    return Effect.flatMap(FiberRef.get(FiberRef.currentTracerEnabled), (enabled) =>
      enabled ? spanned : (effect as typeof spanned)
    )
  }

/** Notes attributes of the current span, when there is one. */
export const annotate = (attributes: Readonly<Record<string, unknown>>): Effect.Effect<void> =>
  Effect.contextWith((context: Context.Context<never>) => {
    const current = Context.getOption(context, Tracer.ParentSpan)
    if (current._tag === "None" || current.value._tag !== "Span") return
    for (const [name, value] of Object.entries(attributes)) current.value.attribute(name, value)
  })
