/**
 * The last calls of the sandbox, as its log tells them.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Predicate from "effect/Predicate"

/** How many are kept. */
const kept = 50

/** The sandbox's own routes are no calls of the service. */
const isOwn = (path: unknown): boolean => typeof path === "string" && path.startsWith("/sandbox")

type Line = Readonly<Record<string, unknown>>

/** The last calls, the newest first: method, route, status, outcome, whether it was charged, request id, time. */
export class CallLog extends Context.Tag("almanac/sandbox/CallLog")<
  CallLog,
  { readonly calls: Effect.Effect<ReadonlyArray<Line>> }
>() {}

/** Listens to the lines of requests. */
export const layer = Layer.unwrapEffect(
  Effect.sync(() => {
    const lines: Array<Line> = []
    const logger = Logger.make(({ date, message }) => {
      const [text, fields] = Array.isArray(message) ? message : [message]
      if (text !== "request" || !Predicate.isRecord(fields) || isOwn(fields["path"])) return
      lines.unshift({ at: date.toISOString(), ...fields })
      lines.length = Math.min(lines.length, kept)
    })
    return Layer.merge(Logger.add(logger), Layer.succeed(CallLog, { calls: Effect.sync(() => [...lines]) }))
  })
)
