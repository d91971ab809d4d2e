import { Cause, Effect, Inspectable, Layer, Logger, LogLevel } from "effect"

/** Everything that is logged, at every level, with causes. */
export interface Logs {
  readonly lines: ReadonlyArray<{ readonly level: string; readonly text: string }>
}

/** Runs an effect with a logger that only remembers. */
export const collected = <A, E, R>(effect: (logs: Logs) => Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    const lines: Array<{ readonly level: string; readonly text: string }> = []
    const logger = Logger.make(({ cause, logLevel, message }) => {
      const parts = Array.isArray(message) ? message : [message]
      const text = parts.map((part) => Inspectable.toStringUnknown(part)).join(" ")
      const reason = Cause.isEmpty(cause) ? "" : ` ${Cause.pretty(cause, { renderErrorCause: true })}`
      lines.push({ level: logLevel.label, text: text + reason })
    })
    return Effect.provide(
      effect({ lines }),
      Layer.merge(Logger.replace(Logger.defaultLogger, logger), Logger.minimumLogLevel(LogLevel.All))
    )
  })
