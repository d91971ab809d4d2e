/**
 * The turns of requests that have a payment: a few begin in each tick of the event loop. The others wait as node has handed
 * them over, unread and without a fibre. When a thousand come at once, those of them for which there is no place can be
 * refused for a fraction of what it costs to begin them.
 */
import type { IncomingMessage } from "node:http"
import * as PaymentHeader from "../Payment/request/PaymentHeader.ts"
import type { ClockReader } from "../Runtime/Clock.ts"
import * as TickBudget from "../Runtime/TickBudget.ts"
import type { Interceptor } from "./limits/Connection.ts"

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

/** Lets requests with a payment wait for their turns. While the process is full, which refuses them, all go on at once. */
export const limitPayments = (clock: ClockReader, isFull: () => boolean): Interceptor => {
  const budget = TickBudget.make(perTick, {
    perMillisecond: { count: perMillisecond, clock },
    isUnlimited: isFull
  })
  return (next) => (message, response) => {
    if (PaymentHeader.of(message) === undefined || budget.passes()) return next(message, response)
    arrivals.set(message, clock.nanos())
    budget.wait(() => {
      // Whoever has closed the connection meanwhile waits for no answer.
      if (!message.destroyed) next(message, response)
    })
    return true
  }
}
