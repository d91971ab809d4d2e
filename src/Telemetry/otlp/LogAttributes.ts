/**
 * Log records for OTLP: the text is the body, and the facts are attributes of the names that they have in a JSON line.
 */
import * as Cause from "effect/Cause"
import * as HashMap from "effect/HashMap"
import * as List from "effect/List"
import * as Logger from "effect/Logger"
import * as Predicate from "effect/Predicate"
import { entry } from "../Logger.ts"

/** Facts within a fact get its name and a dot before theirs: `phases.run`. */
const flat = (
  facts: Readonly<Record<string, unknown>>,
  prefix = ""
): ReadonlyArray<readonly [string, unknown]> =>
  Object.entries(facts).flatMap(([name, value]) => {
    if (value === undefined || value === null) return []
    return Predicate.isRecord(value)
      ? flat(value, `${prefix}${name}.`)
      : [[`${prefix}${name}`, value] as const]
  })

/** OpenTelemetry's names for what went wrong (https://opentelemetry.io/docs/specs/semconv/exceptions/exceptions-logs/). */
const exception = (cause: Cause.Cause<unknown>): Readonly<Record<string, string>> => {
  const [first] = Cause.prettyErrors(cause)
  return {
    "exception.type": first?.name ?? "Error",
    "exception.message": first?.message ?? "",
    "exception.stacktrace": Cause.pretty(cause, { renderErrorCause: true })
  }
}

/** Gives a logger the text as the message and everything else as annotations, which it makes attributes of. */
export const withAttributes = (logger: Logger.Logger<unknown, void>): Logger.Logger<unknown, void> =>
  Logger.make((options) => {
    // Time, level, trace and cause have fields of their own in a record.
    const { time: _time, level: _level, traceId: _trace, cause: _cause, message, ...facts } = entry(options)
    const attributes = Cause.isEmpty(options.cause) ? facts : { ...facts, ...exception(options.cause) }
    logger.log({
      ...options,
      message,
      annotations: HashMap.fromIterable(flat(attributes)),
      cause: Cause.empty,
      spans: List.empty()
    })
  })
