/**
 * One connection has eight requests worked on at a time. A client may send requests without waiting for their answers, two
 * thousand in one packet, and need not read an answer. Requests beyond the limit wait in order: none of their work has begun,
 * and no timer runs. Meanwhile nothing more is read from the connection than what completes the message that is arriving.
 *
 * What waits takes memory. A connection may always have a little of it, and all share the rest. When that is used up, the
 * connection that has the most waiting is ended.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { Interceptor, Take } from "./Interceptor.ts"
import { sizeOf, type WaitLimits, waitLimits } from "./WaitLimits.ts"

/** Requests of one connection that are worked on at a time. */
export const mostAtATime = 8

/** A request and its response. */
type Exchange = readonly [message: IncomingMessage, response: ServerResponse]

interface Connection {
  readonly socket: Socket
  /** Requests whose responses have not gone out. */
  active: number
  readonly waiting: Array<Exchange>
  /** Bytes that those take which wait. */
  bytes: number
  isPaused: boolean
}

/** What waits, of all connections. */
const makeMemory = ({ ofAll, ofConnection }: WaitLimits) => {
  const connections = new Set<Connection>()
  /** Bytes that connections have beyond their own. */
  let shared = 0

  const sharedOf = ({ bytes }: Connection) => Math.max(0, bytes - ofConnection)

  const change = (connection: Connection, by: number) => {
    const before = sharedOf(connection)
    connection.bytes += by
    shared += sharedOf(connection) - before
    if (connection.bytes > 0) connections.add(connection)
    else connections.delete(connection)
  }

  /** Nothing of a connection waits any more. */
  const drop = (connection: Connection) => {
    connection.waiting.length = 0
    change(connection, -connection.bytes)
  }

  const endLargest = () => {
    const [first, ...others] = connections
    if (first === undefined) return
    const largest = others.reduce((most, one) => (one.bytes > most.bytes ? one : most), first)
    drop(largest)
    largest.socket.destroy()
  }

  return {
    drop,
    push: (connection: Connection, exchange: Exchange) => {
      connection.waiting.push(exchange)
      change(connection, sizeOf(exchange[0]))
      if (shared > ofAll) endLargest()
    },
    /** Takes out what has waited longest. */
    shift: (connection: Connection): Exchange | undefined => {
      const next = connection.waiting.shift()
      if (next !== undefined) change(connection, -sizeOf(next[0]))
      return next
    }
  }
}

/** Keeps requests from what comes next until it is their turn. */
export const limitPipelining = (limits = waitLimits): Interceptor => {
  const connections = new WeakMap<Socket, Connection>()
  const memory = makeMemory(limits)

  /** Pauses, unless the message that arrives last is still incomplete. */
  const pause = (connection: Connection) => {
    const last = connection.waiting.at(-1)?.[0]
    if (last?.complete !== true) return
    connection.isPaused = true
    connection.socket.pause()
  }

  const connectionOf = (socket: Socket): Connection => {
    const known = connections.get(socket)
    if (known !== undefined) return known
    const connection: Connection = { socket, active: 0, waiting: [], bytes: 0, isPaused: false }
    connections.set(socket, connection)
    // After every message node reads on.
    socket.on("resume", () => pause(connection))
    socket.once("close", () => memory.drop(connection))
    return connection
  }

  const begin = (connection: Connection, [message, response]: Exchange, take: Take): boolean => {
    connection.active += 1
    response.once("close", () => {
      connection.active -= 1
      advance(connection, take)
    })
    return take(message, response)
  }

  /** Begins what has waited longest. */
  const advance = (connection: Connection, take: Take) => {
    while (connection.active < mostAtATime) {
      const next = memory.shift(connection)
      if (next === undefined) break
      begin(connection, next, take)
    }
    if (connection.isPaused && connection.waiting.length === 0) {
      connection.isPaused = false
      connection.socket.resume()
    }
  }

  /** Calls back when the whole message has arrived: node then pushes the end of its body. */
  const onWhole = (message: IncomingMessage, whole: () => void) => {
    const push = message.push.bind(message)
    message.push = (chunk: unknown, encoding) => {
      const goesOn = push(chunk, encoding)
      if (chunk === null) whole()
      return goesOn
    }
  }

  return (take) => (message, response) => {
    const { socket } = message
    const connection = connectionOf(socket)
    if (connection.active < mostAtATime) return begin(connection, [message, response], take)
    // The rest of a packet whose connection was ended.
    if (socket.destroyed) return true
    memory.push(connection, [message, response])
    onWhole(message, () => pause(connection))
    return true
  }
}
