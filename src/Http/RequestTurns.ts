/**
 * The turns of requests that begin a fibre: a few begin in each tick of the event loop. The others wait as node has handed
 * them over, unread and without a fibre. Those with a payment have turns of their own, so that no other requests, however
 * many, hold them up. When a thousand come at once, those for which there is no place can be refused for a fraction of what
 * it costs to begin them. Of a connection one request waits, and what is behind it is not parsed (`Pipelining`): many on one
 * connection delay those of another by one.
 */
import type { IncomingMessage } from "node:http"
import type { ClockReader } from "../Runtime/Clock.ts"
import * as TickBudget from "../Runtime/TickBudget.ts"
import type { Interceptor } from "./limits/Interceptor.ts"
import { hold } from "./limits/Pipelining.ts"

/**
 * How many begin in one tick, and for each millisecond of the last tick where that is more: the check of a payment takes a
 * quarter of a millisecond, so that the other half of a long tick is left to what it had to do.
 */
const perTick = 16
const perMillisecond = 2

/** When requests have arrived that had to wait, in nanoseconds of the clock. */
const arrivals = new WeakMap<IncomingMessage, bigint>()

/** When a request has arrived, in nanoseconds of the clock: before its turn, or now. */
export const arrivalOf = (message: IncomingMessage, clock: ClockReader): bigint =>
  arrivals.get(message) ?? clock.nanos()

/** What the turns work with. */
interface Dependencies {
  readonly clock: ClockReader
  /** Whether a request takes turns; the others pass. */
  readonly concerns: (message: IncomingMessage) => boolean
  /** While this says so, all go on at once. */
  readonly isUnlimited?: () => boolean
}

/** Lets requests wait for their turns. */
export const takeTurns = ({ clock, concerns, isUnlimited = () => false }: Dependencies): Interceptor => {
  const budget = TickBudget.make(perTick, {
    perMillisecond: { count: perMillisecond, clock },
    isUnlimited
  })

  const wait = (message: IncomingMessage, begin: () => void) => {
    const { socket } = message
    const release = hold(message)
    // Whoever closes the connection waits for no answer.
    const gone = () => leave()
    const leave = budget.wait(() => {
      socket.off("close", gone)
      begin()
      release()
    })
    socket.once("close", gone)
  }

  return (next) => (message, response) => {
    if (!concerns(message) || budget.passes()) return next(message, response)
    arrivals.set(message, clock.nanos())
    wait(message, () => next(message, response))
    return true
  }
}
