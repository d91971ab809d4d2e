/**
 * Keeps the pauses that a process knows of (`Pauses`) as the database has them: it looks every two seconds.
 * While the database is away what is known stays.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { type Pause, Pauses } from "../../Pauses.ts"
import { PauseStore } from "./PauseStore.ts"

/** How long a replica may not know of a change that was made at another one. A choice of ours. */
const interval = Duration.seconds(2)

const nameOf = ({ kind, name, retryAfter, since }: Pause) =>
  `${kind} ${name} ${retryAfter} ${since.getTime()}`

/** Reads the pauses anew, now; what has changed meanwhile is told in the log. */
export const look = Effect.gen(function* () {
  const pauses = yield* Pauses
  const takeOver = pauses.read()
  const now = yield* (yield* PauseStore).all
  const before = new Map(pauses.all().map((pause) => [nameOf(pause), pause]))
  if (!takeOver(now)) return
  const known = new Set(now.map(nameOf))
  const told =
    (message: string) =>
    ({ kind, name, reason }: Pause) =>
      Effect.annotateLogs(Effect.logWarning(message), { kind, name, reason })
  yield* Effect.forEach(
    [...before].filter(([name]) => !known.has(name)).map(([, pause]) => pause),
    told("no pause any more")
  )
  yield* Effect.forEach(
    now.filter((pause) => !before.has(nameOf(pause))),
    told("paused")
  )
})

/** What it takes to look. */
export type Needed = Pauses | PauseStore

/** A look that says whether it has succeeded, and never fails. */
const tried = look.pipe(
  Effect.as(true),
  Effect.catchTag("DatabaseUnavailable", (error) =>
    Effect.as(Effect.logDebug("pauses cannot be read", error), false)
  ),
  Effect.catchAllCause((cause) => Effect.as(Effect.logError("pauses cannot be read", cause), false)),
  Effect.withTracerEnabled(false)
)

/** Until the database is there for the first time: what was paused is not to be sold after a restart. */
const atStart = Effect.repeat(tried, {
  until: (hasSucceeded) => hasSucceeded,
  schedule: Schedule.spaced("100 millis")
})

/** Watches for as long as its scope is open. */
export const layer = Layer.scopedDiscard(
  Effect.forkScoped(Effect.zipRight(atStart, Effect.repeat(tried, Schedule.spaced(interval))))
)
