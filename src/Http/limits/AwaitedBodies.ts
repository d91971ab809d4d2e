/**
 * Limits for bodies that have not come with their headers: of their number and their time. A call that waits for its body
 * holds no place among the sales.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { RequestTimeout } from "../../Api/Failure.ts"
import { limitPerTick } from "../../Runtime/TickBudget.ts"

/** Waits for a body that has not come with its headers, within limits. */
export type Awaiting<E2> = <A, E>(body: Effect.Effect<A, E>) => Effect.Effect<A, E | E2>

/** How long a body may take to arrive. */
export const patience = Duration.seconds(5)

const late = new RequestTimeout({
  message: `The request body did not arrive within ${Duration.toSeconds(patience)} seconds, or the server stopped waiting because too many bodies were outstanding; this call charged nothing.`
})

/** A body that is awaited: who sends it for which payment, and the function that ends the wait. */
interface Wait {
  readonly key: string
  readonly lose: () => void
}

/**
 * Awaits `most` bodies at a time. When there are as many and one more comes:
 *
 * - the key that awaits more of them than the new one's loses the one that began last
 * - where all keys await one each, the one that has waited longest ends
 * - otherwise the new one is refused
 *
 * A wait ends with 408. A key is a payment and the address that sends it. Anybody can read a settled payment from the
 * chain and repeat it on many connections: that is in the way of no other payment, of the same one only where the
 * address is the payer's as well, and never ends an earlier wait for the same one.
 */
export const awaiter = (most: number) => {
  /** In the order in which they began. */
  const waits = new Set<Wait>()
  /** How many bodies each key awaits. */
  const counts = new Map<string, number>()

  const count = (key: string, by: 1 | -1) => {
    const now = (counts.get(key) ?? 0) + by
    if (now === 0) counts.delete(key)
    else counts.set(key, now)
  }

  /** Makes room for one more body of a key, if it may have it. */
  const makeRoom = (key: string): boolean => {
    if (waits.size < most) return true
    const largest = Math.max(...counts.values())
    if ((counts.get(key) ?? 0) >= largest) return false
    const candidates = [...waits].filter((wait) => counts.get(wait.key) === largest)
    candidates.at(largest === 1 ? 0 : -1)?.lose()
    return true
  }

  /** Takes a place among the awaited bodies, and fails when there is none or it is lost. */
  const untilLost = (key: string) =>
    Effect.async<never, RequestTimeout>((resume) => {
      if (!makeRoom(key)) {
        resume(late)
        return
      }
      const leave = () => {
        clearTimeout(timer)
        if (waits.delete(wait)) count(key, -1)
      }
      const wait: Wait = {
        key,
        lose: () => {
          leave()
          resume(late)
        }
      }
      const timer = setTimeout(wait.lose, Duration.toMillis(patience))
      waits.add(wait)
      count(key, 1)
      return Effect.sync(leave)
    })

  return (key: string): Awaiting<RequestTimeout> =>
    (body) =>
      Effect.raceFirst(body, untilLost(key))
}

/**
 * Lets bodies wait, before they are parsed, for a turn of the event loop: `perTick` have one together. `most` wait at a time;
 * of more, one loses its wait as by `awaiter`.
 */
export const line = (perTick: number, most: number) => {
  const turn = limitPerTick(perTick)
  const waiting = awaiter(most)
  return (key: string): Effect.Effect<void, RequestTimeout> => waiting(key)(turn)
}
