/**
 * A connection may send a little more of a body whose request has been answered. An answer need not wait for the body: what
 * nobody pays for is refused at once. Node then reads the body to its end, however long that is, to find the next request.
 * A client that sends on for too long, or too much, loses the connection. One that ends soon keeps it: it may read the answer
 * only when it has sent everything.
 */
import type { IncomingMessage } from "node:http"
import type { Interceptor } from "./Interceptor.ts"

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

/** Whether a request announces a body. */
export const hasBody = ({ headers }: IncomingMessage) =>
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
