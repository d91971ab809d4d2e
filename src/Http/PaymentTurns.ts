/**
 * The turns of requests that have a payment: a few begin in each tick of the event loop. The others wait as node has handed
 * them over, unread and without a fibre. When a thousand come at once, those of them for which there is no place can be
 * refused for a fraction of what it costs to begin them.
 *
 * What waits takes memory, and nobody has paid for it yet, so the memory is limited: each connection may always have a
 * little of it, and more where there is room. A request beyond that is refused at once.
 */
import type { IncomingMessage } from "node:http"
import type { Socket } from "node:net"
import * as PaymentHeader from "../Payment/request/PaymentHeader.ts"
import type { ClockReader } from "../Runtime/Clock.ts"
import * as TickBudget from "../Runtime/TickBudget.ts"
import type { Interceptor, Take } from "./limits/Connection.ts"

/**
 * How many begin in one tick, and for each millisecond of the last tick where that is more: the check of a payment takes a
 * quarter of a millisecond, so that the other half of a long tick is left to what it had to do.
 */
const perTick = 16
const perMillisecond = 2

/** Bytes of the requests that may wait: of all, and of one connection even when all have used that up. */
export interface WaitLimits {
  readonly ofAll: number
  readonly ofConnection: number
}

/**
 * The limits in production. Our choice: a connection may always have a request of the usual size (a payment has one or two
 * thousand bytes), and ten thousand connections have little more than 100 MiB.
 */
export const waitLimits: WaitLimits = { ofAll: 64 * 1024 * 1024, ofConnection: 12 * 1024 }

/** What a request takes beside its headers, at a guess: node's two objects for it, and their listeners. */
const bytesOfObjects = 4 * 1024

const sizeOf = ({ rawHeaders }: IncomingMessage) =>
  rawHeaders.reduce((sum, { length }) => sum + length, bytesOfObjects)

/** When requests have arrived that had to wait, in nanoseconds of the clock. */
const arrivals = new WeakMap<IncomingMessage, bigint>()

/** When a request has arrived, in nanoseconds of the clock: before its turn, or now. */
export const arrivalOf = (message: IncomingMessage, clock: ClockReader): bigint =>
  arrivals.get(message) ?? clock.nanos()

/** The memory of the requests that wait. */
const memory = ({ ofAll, ofConnection }: WaitLimits) => {
  const connections = new Map<Socket, number>()
  let all = 0
  const add = (socket: Socket, size: number) => {
    const own = (connections.get(socket) ?? 0) + size
    all += size
    if (own === 0) connections.delete(socket)
    else connections.set(socket, own)
  }
  return {
    hasRoom: (socket: Socket, size: number) =>
      all + size <= ofAll || (connections.get(socket) ?? 0) + size <= ofConnection,
    take: (socket: Socket, size: number) => add(socket, size),
    giveBack: (socket: Socket, size: number) => add(socket, -size)
  }
}

/** What the turns work with. */
interface Dependencies {
  readonly clock: ClockReader
  /** While the process is full, which refuses them, all go on at once. */
  readonly isFull: () => boolean
  /** Answers a request that there is no place for it. */
  readonly refuse: Take
  readonly limits?: WaitLimits
}

/** Lets requests with a payment wait for their turns. */
export const limitPayments = ({ clock, isFull, limits = waitLimits, refuse }: Dependencies): Interceptor => {
  const budget = TickBudget.make(perTick, {
    perMillisecond: { count: perMillisecond, clock },
    isUnlimited: isFull
  })
  const waiting = memory(limits)

  const wait = (message: IncomingMessage, size: number, begin: () => void) => {
    const { socket } = message
    waiting.take(socket, size)
    arrivals.set(message, clock.nanos())
    const end = () => {
      socket.off("close", gone)
      waiting.giveBack(socket, size)
    }
    const leave = budget.wait(() => {
      end()
      begin()
    })
    // Whoever closes the connection waits for no answer.
    const gone = () => {
      leave()
      end()
    }
    socket.once("close", gone)
  }

  return (next) => (message, response) => {
    if (PaymentHeader.of(message) === undefined || budget.passes()) return next(message, response)
    const size = sizeOf(message)
    if (!waiting.hasRoom(message.socket, size)) return refuse(message, response) || next(message, response)
    wait(message, size, () => next(message, response))
    return true
  }
}
