/**
 * One line a request: who asked for what, how it ended, what it cost, and where the time went.
 */
import { Effect, LogLevel } from "effect"
import type { Call } from "./Call.ts"
import type { Entry } from "./DirectLog.ts"

/** How a request ended on the wire. `status` is absent when the client had gone. */
export interface Ending {
  readonly method: string
  readonly path: string
  readonly status: number | undefined
  readonly millis: number
}

const round = (millis: number) => Math.round(millis * 100) / 100

/** Our own faults are errors, other people's warnings; a health check interests nobody. */
const level = ({ path, status }: Ending): LogLevel.LogLevel => {
  if (status === 500) return LogLevel.Error
  if (status !== undefined && status > 500) return LogLevel.Warning
  return path.startsWith("/health") ? LogLevel.Debug : LogLevel.Info
}

/** The line. */
export const line = (call: Call, ending: Ending): Entry => [
  level(ending),
  "request",
  {
    method: ending.method,
    path: ending.path,
    ...(ending.status === undefined ? {} : { status: ending.status }),
    outcome: call.outcome ?? "ok",
    ...(call.capability === undefined ? {} : { capability: call.capability }),
    charged: call.charged,
    ...(call.amount === undefined ? {} : { amount: call.amount }),
    ms: round(ending.millis),
    phases: Object.fromEntries(Object.entries(call.phases).map(([name, millis]) => [name, round(millis)])),
    requestId: call.id
  }
]

/** Writes the line. */
export const log = (call: Call, ending: Ending): Effect.Effect<void> =>
  Effect.logWithLevel(...line(call, ending))
