/**
 * Limits how many requests of one connection are worked on at a time. A client may send requests without waiting for
 * their answers, two thousand in one packet, and need not read an answer. Requests beyond the limit wait in order: none
 * of their work has begun, and no timer runs. Meanwhile nothing more is read from the connection than what completes
 * the message that is arriving.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Socket } from "node:net"
import type { Interceptor, Take } from "./RequestEvent.ts"

/** Requests of one connection that are worked on at a time. */
export const mostAtATime = 8

/** A request and its response. */
type Exchange = readonly [message: IncomingMessage, response: ServerResponse]

interface Connection {
  /** Requests whose responses have not gone out. */
  active: number
  readonly waiting: Array<Exchange>
  isPaused: boolean
}

/** Keeps requests from what comes next until it is their turn. */
export const limit = (most = mostAtATime): Interceptor => {
  const connections = new WeakMap<Socket, Connection>()

  /** Pauses, unless the message that arrives last is still incomplete. */
  const pause = (socket: Socket, connection: Connection) => {
    const last = connection.waiting.at(-1)?.[0]
    if (last?.complete !== true) return
    connection.isPaused = true
    socket.pause()
  }

  const connectionOf = (socket: Socket): Connection => {
    const known = connections.get(socket)
    if (known !== undefined) return known
    const connection: Connection = { active: 0, waiting: [], isPaused: false }
    connections.set(socket, connection)
    // After every message node reads on.
    socket.on("resume", () => pause(socket, connection))
    socket.once("close", () => {
      connection.waiting.length = 0
    })
    return connection
  }

  const begin = (connection: Connection, exchange: Exchange, take: Take): boolean => {
    const [message, response] = exchange
    connection.active += 1
    response.once("close", () => {
      connection.active -= 1
      advance(message.socket, connection, take)
    })
    return take(message, response)
  }

  /** Begins what has waited longest. */
  const advance = (socket: Socket, connection: Connection, take: Take) => {
    while (connection.active < most) {
      const next = connection.waiting.shift()
      if (next === undefined) break
      begin(connection, next, take)
    }
    if (connection.isPaused && connection.waiting.length === 0) {
      connection.isPaused = false
      socket.resume()
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
    if (connection.active < most) return begin(connection, [message, response], take)
    connection.waiting.push([message, response])
    onWhole(message, () => pause(socket, connection))
    return true
  }
}
