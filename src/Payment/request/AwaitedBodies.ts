/**
 * Request bodies that are awaited: those that have not come with their headers. They hold no place of a sale, so their
 * number and their time have a limit of their own. Source: decisions, HTTP surface.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { RequestTimeout } from "../../Api/Failure.ts"
import type { Awaiting } from "./RequestBody.ts"

/** How long a body may take to arrive. */
export const patience = Duration.seconds(5)

const late = new RequestTimeout({
  message: `The request body did not arrive within ${Duration.toSeconds(patience)} seconds, or others were awaited instead; nothing was charged.`
})

/**
 * Awaits `most` bodies at a time. When one more comes, the one that has waited longest ends with 408; so does one whose
 * key comes again.
 */
export const make = (most: number) => {
  /** How to end each, by its key, in the order in which they came. */
  const awaited = new Map<string, () => void>()

  /** Takes a place among the awaited bodies, and fails when it is lost. */
  const untilLost = (key: string) =>
    Effect.async<never, RequestTimeout>((resume) => {
      const leave = () => {
        clearTimeout(timer)
        if (awaited.get(key) === lose) awaited.delete(key)
      }
      const lose = () => {
        leave()
        resume(late)
      }
      const timer = setTimeout(lose, Duration.toMillis(patience))
      awaited.get(key)?.()
      const [longest] = awaited.values()
      if (awaited.size >= most) longest?.()
      awaited.set(key, lose)
      return Effect.sync(leave)
    })

  return (key: string): Awaiting<RequestTimeout> =>
    (body) =>
      Effect.raceFirst(body, untilLost(key))
}
