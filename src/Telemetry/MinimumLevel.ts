/**
 * The level from which on the log is written, which may be changed while the process runs.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FiberRef from "effect/FiberRef"
import * as HashSet from "effect/HashSet"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as Struct from "effect/Struct"

/** The levels by the names of the setting. Lines of the log say `warn`, so both names are taken. */
export const levels = {
  trace: LogLevel.Trace,
  debug: LogLevel.Debug,
  info: LogLevel.Info,
  warn: LogLevel.Warning,
  warning: LogLevel.Warning,
  error: LogLevel.Error,
  fatal: LogLevel.Fatal,
  none: LogLevel.None
} as const

/** A level's name. */
export type LevelName = keyof typeof levels

/** The names, from the level that writes most. */
export const names = Struct.keys(levels)

/** The level in force. */
export class MinimumLevel extends Context.Tag("almanac/MinimumLevel")<
  MinimumLevel,
  { readonly get: () => LevelName; readonly set: (name: LevelName) => void }
>() {}

/**
 * A level that can be changed: fibres have the level that they began with, so they pass everything on, and each logger
 * looks at the present level. That costs the making of entries that nobody reads.
 */
const changeable = Effect.gen(function* () {
  const level = yield* MinimumLevel
  const loggers = yield* FiberRef.get(FiberRef.currentLoggers)
  const limited = HashSet.map(loggers, (logger) =>
    Logger.make<unknown, unknown>((entry) =>
      LogLevel.lessThan(entry.logLevel, levels[level.get()]) ? undefined : logger.log(entry)
    )
  )
  yield* Effect.locallyScoped(FiberRef.currentLoggers, limited)
  yield* Effect.locallyScoped(FiberRef.currentMinimumLogLevel, LogLevel.All)
})

/** The level of the settings: fixed, unless it may be changed. Provide it after the loggers. */
export const layer = (initial: LevelName, isChangeable: boolean) => {
  let present = initial
  const level = Layer.succeed(MinimumLevel, {
    get: () => present,
    set: (name) => {
      present = name
    }
  })
  const limit = isChangeable ? Layer.scopedDiscard(changeable) : Logger.minimumLogLevel(levels[initial])
  return Layer.provideMerge(limit, level)
}
