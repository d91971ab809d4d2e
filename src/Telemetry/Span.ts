import { Effect, type Tracer } from "effect"

/** Puts an effect in a span. Without the stack trace that the library would take of every caller: it costs most. */
export const span =
  (name: string, options: Omit<Tracer.SpanOptions, "captureStackTrace"> = {}) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, Exclude<R, Tracer.ParentSpan>> =>
    Effect.withSpan(effect, name, { ...options, captureStackTrace: false })
