/**
 * Log entries from places where no fibre runs.
 */
import { Cause, Effect, FiberId, FiberRef, FiberRefs, HashSet, List, LogLevel } from "effect"

/** An entry: its level, a text, and facts, which are put together only when it is written. */
export type Entry = readonly [
  level: LogLevel.LogLevel,
  text: string,
  facts: () => Readonly<Record<string, unknown>>
]

/** Writes an entry from a fibre. */
export const write = (...[level, text, facts]: Entry): Effect.Effect<void> =>
  Effect.suspend(() => Effect.logWithLevel(level, text, facts()))

/** Writes entries to the loggers of the fibre that runs it, and by their minimum level. */
export const make = Effect.gen(function* () {
  const context = yield* Effect.getFiberRefs
  const clock = yield* Effect.clock
  const loggers = HashSet.toValues(FiberRefs.getOrDefault(context, FiberRef.currentLoggers))
  const minimum = FiberRefs.getOrDefault(context, FiberRef.currentMinimumLogLevel)
  const annotations = FiberRefs.getOrDefault(context, FiberRef.currentLogAnnotations)
  return (...[logLevel, text, facts]: Entry): void => {
    if (LogLevel.lessThan(logLevel, minimum)) return
    const made = facts()
    for (const logger of loggers) {
      logger.log({
        annotations,
        cause: Cause.empty,
        context,
        date: new Date(clock.unsafeCurrentTimeMillis()),
        fiberId: FiberId.none,
        logLevel,
        message: [text, made],
        spans: List.empty()
      })
    }
  }
})
