/**
 * Waits for request bodies that have not come with their headers. A call that waits for its body holds no place among
 * the sales, so the number of such bodies and their time have a limit of their own.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { RequestTimeout } from "../../Api/Failure.ts"
import type { Awaiting } from "./RequestBody.ts"

/** How long a body may take to arrive. */
export const patience = Duration.seconds(5)

const late = new RequestTimeout({
  message: `The request body did not arrive within ${Duration.toSeconds(patience)} seconds, or the server stopped waiting because too many bodies were outstanding; this call charged nothing.`
})

/**
 * Awaits `most` bodies at a time. When one more comes, the one that has waited longest ends with 408; so does one whose
 * key comes again.
 */
export const make = (most: number) => {
  /** The function that ends each wait, by its key, in the order in which they began. */
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
