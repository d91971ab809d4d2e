/**
 * How a log entry is written: a JSON line for machines, a readable one on a terminal.
 */
import {
  Array,
  Cause,
  Context,
  FiberRef,
  FiberRefs,
  HashMap,
  Inspectable,
  Logger,
  Option,
  Predicate,
  Tracer
} from "effect"

const traceId = (context: FiberRefs.FiberRefs): Option.Option<string> =>
  Option.map(
    Context.getOption(FiberRefs.getOrDefault(context, FiberRef.currentContext), Tracer.ParentSpan),
    (span) => span.traceId
  )

/** A message is its texts; objects among them are facts, in their order, and follow the first three members. */
const entry = ({ message, annotations, cause, context, date, logLevel }: Logger.Logger.Options<unknown>) => {
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

/** JSON. Only what cannot be written otherwise is looked through member by member, which takes many times as long. */
const stringify = (value: unknown): string => {
  try {
    return JSON.stringify(value)
  } catch {
    return JSON.stringify(value, withoutBigints)
  }
}

/** One JSON object a line, facts and all. */
export const json = Logger.make((options): string => stringify(entry(options)))

const shown = (fact: unknown): string => (typeof fact === "string" ? fact : stringify(fact))

/** What a person at a terminal does not read. */
const unread = new Set(["cause", "traceId"])

/** One line for a person: the time of day, the level when it is more than information, the facts as `name=value`. */
export const readable = Logger.make((options): string => {
  const { time, level, message, ...facts } = entry(options)
  const words = [
    shown(time).slice(11, 23),
    ...(level === "info" ? [] : [shown(level).toUpperCase()]),
    shown(message)
  ]
  for (const [name, fact] of Object.entries(facts)) {
    if (!unread.has(name)) words.push(`${name}=${shown(fact)}`)
  }
  return words.join(" ") + ("cause" in facts ? `\n${shown(facts["cause"])}` : "")
})
