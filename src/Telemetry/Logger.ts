/**
 * Formats of log entries: a JSON line for machines, a readable line for a terminal.
 */
import * as Array from "effect/Array"
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as FiberRef from "effect/FiberRef"
import * as FiberRefs from "effect/FiberRefs"
import * as HashMap from "effect/HashMap"
import * as Inspectable from "effect/Inspectable"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Tracer from "effect/Tracer"

const traceId = (context: FiberRefs.FiberRefs): Option.Option<string> =>
  Option.map(
    Context.getOption(FiberRefs.getOrDefault(context, FiberRef.currentContext), Tracer.ParentSpan),
    (span) => span.traceId
  )

/** The parts of a message are texts and objects. The members of the objects follow time, level and message. */
export const entry = ({
  message,
  annotations,
  cause,
  context,
  date,
  logLevel
}: Logger.Logger.Options<unknown>) => {
  const parts = Array.ensure(message)
  const texts = parts.filter((part) => !Predicate.isRecord(part))
  const line: Record<string, unknown> = {
    time: date.toISOString(),
    level: logLevel.label.toLowerCase(),
    message: texts
      .map((part) => (typeof part === "string" ? part : Inspectable.toStringUnknown(part, 0)))
      .join(" ")
  }
  for (const part of parts) if (Predicate.isRecord(part)) Object.assign(line, part)
  if (!HashMap.isEmpty(annotations)) for (const [name, value] of annotations) line[name] = value
  const trace = traceId(context)
  if (Option.isSome(trace)) line["traceId"] = trace.value
  if (!Cause.isEmpty(cause)) line["cause"] = Cause.pretty(cause)
  return line
}

const withoutBigints = (_: string, inner: unknown) => (typeof inner === "bigint" ? inner.toString() : inner)

/** JSON. Values with a bigint need a replacer, which takes many times as long. */
const stringify = (value: unknown): string => {
  try {
    return JSON.stringify(value)
  } catch {
    return JSON.stringify(value, withoutBigints)
  }
}

/** One JSON object per line. */
export const json = Logger.make((options): string => stringify(entry(options)))

const show = (value: unknown): string => (typeof value === "string" ? value : stringify(value))

/** Fields that the readable line leaves out, or writes elsewhere. */
const omitted = new Set(["cause", "traceId"])

/** One line for a person: the time of day, the level unless it is `info`, the message, and fields as `name=value`. */
export const readable = Logger.make((options): string => {
  const { time, level, message, ...fields } = entry(options)
  const words = [
    show(time).slice(11, 23),
    ...(level === "info" ? [] : [show(level).toUpperCase()]),
    show(message)
  ]
  for (const [name, value] of Object.entries(fields)) {
    if (!omitted.has(name)) words.push(`${name}=${show(value)}`)
  }
  return words.join(" ") + ("cause" in fields ? `\n${show(fields["cause"])}` : "")
})
