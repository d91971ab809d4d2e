/**
 * Log entries from code outside of fibres.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as FiberId from "effect/FiberId"
import * as FiberRef from "effect/FiberRef"
import * as FiberRefs from "effect/FiberRefs"
import * as HashSet from "effect/HashSet"
import * as List from "effect/List"
import * as LogLevel from "effect/LogLevel"

/** An entry: its level, a text, and fields, which are computed only when the entry is written. */
export type Entry = readonly [
  level: LogLevel.LogLevel,
  text: string,
  fields: () => Readonly<Record<string, unknown>>
]

/** Writes an entry in an effect. */
export const write = (...[level, text, fields]: Entry): Effect.Effect<void> =>
  Effect.suspend(() => Effect.logWithLevel(level, text, fields()))

/** Makes a function that writes entries to the loggers of the fibre that runs this effect, by its minimum level. */
export const make = Effect.gen(function* () {
  const context = yield* Effect.getFiberRefs
  const clock = yield* Effect.clock
  const loggers = HashSet.toValues(FiberRefs.getOrDefault(context, FiberRef.currentLoggers))
  const minimum = FiberRefs.getOrDefault(context, FiberRef.currentMinimumLogLevel)
  const annotations = FiberRefs.getOrDefault(context, FiberRef.currentLogAnnotations)
  return (...[logLevel, text, fields]: Entry): void => {
    if (LogLevel.lessThan(logLevel, minimum)) return
    const values = fields()
    for (const logger of loggers) {
      logger.log({
        annotations,
        cause: Cause.empty,
        context,
        date: new Date(clock.unsafeCurrentTimeMillis()),
        fiberId: FiberId.none,
        logLevel,
        message: [text, values],
        spans: List.empty()
      })
    }
  }
})
