/**
 * The turns of requests that begin a fibre: a few begin in each tick of the event loop. The others wait as node has handed
 * them over, unread and without a fibre. Those with a payment have turns of their own, so that no other requests, however
 * many, hold them up. When a thousand come at once, those for which there is no place can be refused for a fraction of what
 * it costs to begin them. Connections take turns: many requests on one of them delay those of another by one.
 *
 * What waits takes memory, and nobody has paid for it yet, so the memory is limited: each connection may always have a
 * little of it, and more where there is room.
 */
import type { IncomingMessage } from "node:http"
import type { Socket } from "node:net"
import type { ClockReader } from "../Runtime/Clock.ts"
import * as TickBudget from "../Runtime/TickBudget.ts"
import type { Interceptor, Take } from "./limits/Interceptor.ts"
import { sizeOf, type WaitLimits, waitLimits } from "./limits/WaitLimits.ts"

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

/** A request that waits, and the bytes that it takes. */
interface Waiting {
  readonly size: number
  readonly begin: () => void
}

/** What waits of one connection, in its order. The first has a place in the line of all connections. */
interface Line {
  readonly requests: Array<Waiting>
  bytes: number
  /** Takes the first out of the line of all. */
  leave: () => void
  /** Nothing waits any more. */
  readonly close: () => void
}

/** What the turns work with. */
interface Dependencies {
  readonly clock: ClockReader
  /** Whether a request takes turns; the others pass. */
  readonly concerns: (message: IncomingMessage) => boolean
  /** While this says so, all go on at once. */
  readonly isUnlimited?: () => boolean
  /** Ends a request for which there is no memory. */
  readonly refuse: Take
  readonly limits?: WaitLimits
}

/** Lets requests wait for their turns. */
export const takeTurns = ({
  clock,
  concerns,
  isUnlimited = () => false,
  limits = waitLimits,
  refuse
}: Dependencies): Interceptor => {
  const budget = TickBudget.make(perTick, {
    perMillisecond: { count: perMillisecond, clock },
    isUnlimited
  })
  const lines = new Map<Socket, Line>()
  let bytes = 0

  const hasRoom = (socket: Socket, size: number) =>
    bytes + size <= limits.ofAll || (lines.get(socket)?.bytes ?? 0) + size <= limits.ofConnection

  const change = (line: Line, by: number) => {
    line.bytes += by
    bytes += by
  }

  const open = (socket: Socket): Line => {
    const close = () => {
      socket.off("close", gone)
      lines.delete(socket)
    }
    const line: Line = { requests: [], bytes: 0, leave: () => undefined, close }
    // Whoever closes the connection waits for no answer.
    const gone = () => {
      line.leave()
      change(line, -line.bytes)
      close()
    }
    socket.once("close", gone)
    lines.set(socket, line)
    return line
  }

  /** Lets the first of a line have its turn, then the next one behind those of other connections. */
  const advance = (line: Line): void => {
    const [first] = line.requests
    if (first === undefined) {
      line.close()
      return
    }
    line.leave = budget.wait(() => {
      line.requests.shift()
      change(line, -first.size)
      advance(line)
      first.begin()
    })
  }

  const wait = (socket: Socket, waiting: Waiting) => {
    const line = lines.get(socket) ?? open(socket)
    line.requests.push(waiting)
    change(line, waiting.size)
    if (line.requests.length === 1) advance(line)
  }

  return (next) => (message, response) => {
    const { socket } = message
    // What comes after one that waits would get past it, and past those of other connections.
    if (!concerns(message) || (!lines.has(socket) && budget.passes())) return next(message, response)
    const size = sizeOf(message)
    if (!hasRoom(socket, size)) return refuse(message, response) || next(message, response)
    arrivals.set(message, clock.nanos())
    wait(socket, { size, begin: () => next(message, response) })
    return true
  }
}
