/**
 * The access log: one line per request with its outcome, its price, and the time of its phases.
 */
import * as LogLevel from "effect/LogLevel"
import * as Call from "./Call.ts"
import type { Entry } from "./DirectLog.ts"
import * as RequestMetrics from "./RequestMetrics.ts"

/** How a request ended. `status` is absent when the client had gone. */
export interface Ending {
  readonly method: string
  readonly path: string
  readonly status: number | undefined
}

const round = (millis: number) => Math.round(millis * 100) / 100

const rounded = (phases: ReadonlyMap<string, number>) => {
  const times: Record<string, number> = {}
  for (const [name, millis] of phases) times[name] = round(millis)
  return times
}

/** Our own faults are errors and the faults of dependencies warnings. Health checks are for debugging only. */
const level = ({ path, status }: Ending): LogLevel.LogLevel => {
  if (status === 500) return LogLevel.Error
  if (status !== undefined && status > 500) return LogLevel.Warning
  return path.startsWith("/health") ? LogLevel.Debug : LogLevel.Info
}

/** The fields of a call's line, in this order. */
const fieldsOf = (call: Call.Call, { method, path, status }: Ending, millis: number) => {
  const facts: Record<string, unknown> = { method, path }
  if (status !== undefined) facts["status"] = status
  facts["outcome"] = call.outcome ?? "ok"
  if (call.capability !== undefined) facts["capability"] = call.capability
  facts["charged"] = call.charged
  if (call.amount !== undefined) facts["amount"] = call.amount
  facts["ms"] = round(millis)
  facts["phases"] = rounded(call.phases)
  facts["requestId"] = call.id
  return facts
}

/** Ends a call at a moment (nanoseconds of the clock): counts it, and makes its line. Call it inside an effect. */
export const end = (call: Call.Call, ending: Ending, now: bigint): Entry => {
  const millis = Call.end(call, now)
  RequestMetrics.count(call, ending.status, millis)
  return [level(ending), "request", () => fieldsOf(call, ending, millis)]
}
