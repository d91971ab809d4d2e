/**
 * The access log: one line per request with its outcome and why, its price and payment, the providers that were asked and
 * what they answered, and the time of its phases. Requests without a good payment cost nothing, so their lines are limited:
 * otherwise anybody could fill the disk with them.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as LogLevel from "effect/LogLevel"
import * as Call from "./Call.ts"
import type { Entry } from "./DirectLog.ts"
import * as RequestMetrics from "./RequestMetrics.ts"

/**
 * How a request ended. `target` tells where it went: the route, or the path of a request that is for no route. A path is
 * never told where there is a route: its parameters may name a payer. `status` is absent when the client had gone.
 */
export interface Ending {
  readonly method: string
  readonly target: Target
  readonly status: number | undefined
}

/** The route of a request as the contract writes it, or the path that is none. */
export type Target = { readonly route: string } | { readonly path: string }

/** Characters of a path that are logged. */
const longestPath = 120

/** Addresses, nonces, hashes and keys: a misspelt path of a payment may hold them, too. */
const identifiers = /0x[0-9a-f]{16,}|[0-9a-f]{32,}/gi

/** A part of a pointer that is a field's name or an index, and nothing else that a caller may have written. */
const fieldName = /^(?:[a-z][a-z0-9_]{0,31}|\d{1,4})$/i

/** Pointers that are logged. */
const mostPointers = 5

/** Pointers as one text. A name that is none of a field is the caller's, so it is left out. */
export const pointersOf = (pointers: ReadonlyArray<string>): string =>
  pointers
    .slice(0, mostPointers)
    .map((pointer) =>
      pointer
        .split("/")
        .map((part) => (part === "" || fieldName.test(part) ? part : "…"))
        .join("/")
    )
    .join(",")

/** The target of a request for no route. */
export const unrouted = (path: string): Target => ({
  path: path.slice(0, 1_000).replace(identifiers, "…").slice(0, longestPath)
})

const round = (millis: number) => Math.round(millis * 100) / 100

/** The milliseconds of each phase; of one that the call came to more than once, all of them. */
const durations = (phases: ReadonlyArray<Call.Phase>) => {
  const times: Record<string, number> = {}
  for (const { began, ended = began, name } of phases) {
    times[name] = round((times[name] ?? 0) + Number(ended - began) / 1e6)
  }
  return times
}

/**
 * Our own faults are errors and the faults of dependencies warnings. Health checks are for debugging only: what they find
 * is logged once, and not each time that somebody asks.
 */
const levelOf = ({ target, status }: Ending): LogLevel.LogLevel => {
  if (status === 500) return LogLevel.Error
  if ("route" in target && target.route.startsWith("/health")) return LogLevel.Debug
  return status !== undefined && status > 500 ? LogLevel.Warning : LogLevel.Info
}

/** `status 503`, `200`, or `200, not the shape that was expected`. */
const answerOf = ({ reason, status }: Call.Question): string => {
  if (reason === undefined) return String(status ?? "none")
  return status === undefined || reason === `status ${status}` ? reason : `${status}, ${reason}`
}

/** One operation has its status as a number. Several are told by their names; of one that failed once, the failure. */
const upstreamOf = (questions: ReadonlyArray<Call.Question>): Record<string, unknown> => {
  const provider = [...new Set(questions.map(({ provider }) => provider))].join(",")
  const [first] = questions
  if (questions.length === 1 && first !== undefined) {
    return first.status === undefined ? { provider } : { provider, upstreamStatus: first.status }
  }
  const upstream: Record<string, string> = {}
  for (const question of questions) {
    if (upstream[question.operation] === undefined || question.reason !== undefined)
      upstream[question.operation] = answerOf(question)
  }
  return { provider, upstream }
}

const cacheOf = (reads: number, hits: number): string => {
  if (hits === 0) return "miss"
  return hits === reads ? "hit" : "partly"
}

/** The fields of a call's line, in this order. */
const fieldsOf = (call: Call.Call, { method, target, status }: Ending, millis: number) => {
  const facts: Record<string, unknown> = { method, ...target }
  if (status !== undefined) facts["status"] = status
  facts["outcome"] = call.outcome ?? "ok"
  if (call.capability !== undefined) facts["capability"] = call.capability
  if (call.reason !== undefined) facts["reason"] = call.reason
  if (call.pointer !== undefined) facts["pointer"] = call.pointer
  if (call.reads !== undefined) facts["cache"] = cacheOf(call.reads, call.hits ?? 0)
  if (call.questions !== undefined) Object.assign(facts, upstreamOf(call.questions))
  facts["charged"] = call.charged
  if (call.amount !== undefined) facts["amount"] = call.amount
  if (call.payment !== undefined) facts["payment"] = call.payment
  if (call.original !== undefined) facts["original"] = call.original
  facts["ms"] = round(millis)
  facts["phases"] = durations(call.phases)
  facts["requestId"] = call.id
  return facts
}

/**
 * Lines for requests without a good payment, in one process: a second, which is 3 GB a day at most, and at once after a
 * quiet time.
 */
const unpaidLines = { perSecond: 100, atOnce: 1_000 }

/** A request whose line may be left out: no payment of it has passed our own checks, and the line shows no fault of ours. */
const isUnpaid = (call: Call.Call, level: LogLevel.LogLevel) =>
  call.payment === undefined && level !== LogLevel.Error && level !== LogLevel.Debug

/** The access log of this process. */
export class AccessLog extends Context.Tag("almanac/AccessLog")<
  AccessLog,
  {
    /**
     * Ends a call at a moment (nanoseconds of the clock): counts it, and makes its line, unless no line is left for unpaid
     * requests. Call it inside an effect.
     */
    readonly end: (call: Call.Call, ending: Ending, now: bigint) => Entry | undefined
  }
>() {}

/** Requests that got no line are told of by number and outcome, once a second. */
const make = Effect.gen(function* () {
  let left = unpaidLines.atOnce
  const omitted = new Map<Call.Outcome | "ok", number>()

  const endSecond = Effect.suspend(() => {
    left = Math.min(left + unpaidLines.perSecond, unpaidLines.atOnce)
    if (omitted.size === 0) return Effect.void
    const outcomes = Object.fromEntries(omitted)
    omitted.clear()
    return Effect.logInfo("more requests, without lines of their own", { outcomes })
  })
  yield* Effect.addFinalizer(() => endSecond)
  yield* Effect.forkScoped(Effect.forever(Effect.delay(endSecond, "1 second")))

  return AccessLog.of({
    end: (call, ending, now) => {
      const millis = Call.end(call, now)
      RequestMetrics.count(call, ending.status, millis)
      const level = levelOf(ending)
      if (isUnpaid(call, level)) {
        if (left === 0) {
          const outcome = call.outcome ?? "ok"
          omitted.set(outcome, (omitted.get(outcome) ?? 0) + 1)
          return undefined
        }
        left -= 1
      }
      return [level, "request", () => fieldsOf(call, ending, millis)]
    }
  })
})

export const layer = Layer.scoped(AccessLog, make)
