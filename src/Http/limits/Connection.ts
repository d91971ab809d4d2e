/**
 * What one connection may do, looked at as node's server hands over its requests:
 *
 * - It has eight requests worked on at a time (`limitPipelining`). A client may send requests without waiting for their
 *   answers, two thousand in one packet, and need not read an answer. Requests beyond the limit wait in order: none of their
 *   work has begun, and no timer runs. Meanwhile nothing more is read from the connection than what completes the message
 *   that is arriving.
 * - It may send a little more of a body whose request has been answered (`limitUnread`). An answer need not wait for the
 *   body: what nobody pays for is refused at once. Node then reads the body to its end, however long that is, to find the
 *   next request. A client that sends on for too long, or too much, loses the connection. One that ends soon keeps it: it
 *   may read the answer only when it has sent everything.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Socket } from "node:net"

/** Takes a request; `false`: nobody has taken it. */
export type Take = (message: IncomingMessage, response: ServerResponse) => boolean

/** What a request passes on its way to `next`. It may take the request, and it may let it wait. */
export type Interceptor = (next: Take) => Take

/** Lets every request of a server pass these, in their order, before the server's own listeners. */
export const intercept = (server: Server, interceptors: ReadonlyArray<Interceptor>): void => {
  const emit: (event: string, ...args: ReadonlyArray<unknown>) => boolean = server.emit.bind(server)
  const listeners: Take = (message, response) => emit("request", message, response)
  const take = interceptors.reduceRight((next, interceptor) => interceptor(next), listeners)
  server.emit = (event: string, ...args: ReadonlyArray<unknown>) =>
    event === "request" ? take(...(args as Parameters<Take>)) : emit(event, ...args)
}

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
export const limitPipelining = (most = mostAtATime): Interceptor => {
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

/** What may still come after the answer. */
export interface UnreadLimits {
  readonly bytes: number
  readonly millis: number
}

/** The limits in production. Our choice: sixteen times the largest body that is read, and as long as one is awaited. */
export const unreadLimits: UnreadLimits = { bytes: 1024 * 1024, millis: 5_000 }

/** Milliseconds between two looks at the connections. */
const interval = 50

interface Unread {
  readonly message: IncomingMessage
  /** Bytes of the connection with which the limit is reached. */
  readonly most: number
  looksLeft: number
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0

/** Ends connections of clients that send on for too long, or too much. */
export const limitUnread = ({ bytes, millis }: UnreadLimits = unreadLimits): Interceptor => {
  const unread = new Set<Unread>()
  let timer: NodeJS.Timeout | undefined

  const look = () => {
    for (const one of unread) {
      const { message, most } = one
      const { socket } = message
      one.looksLeft -= 1
      const isOver = message.complete || socket.destroyed
      if (!isOver && one.looksLeft > 0 && socket.bytesRead <= most) continue
      unread.delete(one)
      if (!isOver) socket.destroy()
    }
    if (unread.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  const watch = (message: IncomingMessage) => {
    if (message.complete) return
    const most = message.socket.bytesRead + bytes
    const one = { message, most, looksLeft: Math.ceil(millis / interval) }
    unread.add(one)
    // Thousands may end before the next look.
    message.once("close", () => unread.delete(one))
    timer ??= setInterval(look, interval).unref()
  }

  return (next) => (message, response) => {
    if (hasBody(message)) response.once("finish", () => watch(message))
    return next(message, response)
  }
}
