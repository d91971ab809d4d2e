/**
 * Joins the small chunks of request bodies, and limits how many a body may have. Node holds each chunk that nobody has read
 * as an object of its own, of some hundred bytes: a body of 64 KiB, sent in chunks of one byte, would take 20 MB, before
 * anybody has paid for it. To parse a chunk takes about a microsecond, however small it is, so a connection could keep the
 * event loop busy with what it sends at once. Nothing here reads a part of a body: chunks may wait for more, or for the end.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import { JoinedBytes } from "../../Runtime/JoinedBytes.ts"
import type { Interceptor } from "./Interceptor.ts"
import { hasBody } from "./UnreadBodies.ts"

/** Bytes with which chunks go on. */
const enough = 4096

/** Chunks of a body at most. Our choice: the largest body may come in chunks of sixteen bytes, a usual one in any. */
export const mostChunks = 4096

/** Bodies that had more chunks. */
const crowded = new WeakSet<IncomingMessage>()

/** Whether a body had more chunks than it may: nothing comes after those that it may have. */
export const isCrowded = (message: IncomingMessage): boolean => crowded.has(message)

const join = (message: IncomingMessage, response: ServerResponse): void => {
  const held = new JoinedBytes()
  const push = message.push.bind(message)
  let chunks = 0
  message.push = (chunk: unknown, encoding) => {
    // Node reads no more from the connection before somebody reads the body: only the packet is parsed that has come.
    if (isCrowded(message)) return false
    if (chunk instanceof Buffer) {
      chunks += 1
      if (chunks > mostChunks) {
        crowded.add(message)
        if (response.writableFinished) message.socket.destroy()
        // Whoever waits for the body sees it then. Its end would not do: node drops connections with half a body.
        else push(Buffer.concat([held.take(), chunk]))
        return false
      }
      held.add(chunk)
      return held.length < enough || push(held.take())
    }
    if (held.length > 0) push(held.take())
    return push(chunk, encoding)
  }
}

/** Has every body come in chunks of a usual size. What had too many is answered, then its connection ends. */
export const joinChunks = (): Interceptor => (next) => (message, response) => {
  if (hasBody(message)) {
    join(message, response)
    // Before node's own listener, which would have all that still comes pass uncounted if nobody had begun to read.
    response.prependOnceListener("finish", () => {
      if (isCrowded(message)) message.socket.destroySoon()
      else if (!message.complete) {
        message.read()
        message.resume()
      }
    })
  }
  return next(message, response)
}
