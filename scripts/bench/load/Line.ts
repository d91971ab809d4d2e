/**
 * A connection by hand, one call at a time: opened before anything is measured, and timed at the socket.
 */
import { connect, type Socket } from "node:net"
import { Duration, Effect } from "effect"
import { BenchFailure, because } from "../Failure.ts"
import type { Call } from "./Call.ts"

/** An answer; `ms` from the last byte sent to the last byte received. */
export interface Answer {
  readonly status: number
  readonly retryAfter: string | undefined
  readonly body: string
  readonly ms: number
}

/** An open connection. */
export interface Line {
  readonly ask: (call: Call) => Effect.Effect<Answer, BenchFailure>
}

/** The bytes of a request. */
export const encode = ({ method, path, headers, body }: Call): string => {
  const all = { host: "127.0.0.1", ...headers, "content-length": String(Buffer.byteLength(body)) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body}`
}

/** The answer in these bytes, once it is whole. Servers that chunk their answers are not understood. */
export const decode = (bytes: Buffer): Omit<Answer, "ms"> | undefined => {
  const end = bytes.indexOf("\r\n\r\n")
  if (end < 0) return undefined
  const head = bytes.toString("latin1", 0, end)
  const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0)
  const start = end + 4
  if (bytes.length < start + length) return undefined
  return {
    status: Number(head.slice(9, 12)),
    retryAfter: /^retry-after: *(.*)$/im.exec(head)?.[1],
    body: bytes.toString("utf8", start, start + length)
  }
}

const exchange = (socket: Socket, call: Call) =>
  Effect.async<Answer, BenchFailure>((resume) => {
    let bytes: Buffer = Buffer.alloc(0)
    const stop = () => {
      socket.off("data", onData)
      socket.off("close", onClose)
    }
    const onData = (chunk: Buffer) => {
      bytes = bytes.length === 0 ? chunk : Buffer.concat([bytes, chunk])
      const answer = decode(bytes)
      if (answer === undefined) return
      stop()
      resume(Effect.succeed({ ...answer, ms: performance.now() - sent }))
    }
    const onClose = () => {
      stop()
      resume(new BenchFailure({ message: "the connection was closed before the answer" }))
    }
    socket.on("data", onData)
    socket.on("close", onClose)
    socket.write(encode(call))
    const sent = performance.now()
    return Effect.sync(stop)
  })

const opened = (port: number) =>
  Effect.async<Socket, BenchFailure>((resume) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true })
    socket.once("connect", () => resume(Effect.succeed(socket)))
    // After the connection is there, its end is told by `close`.
    socket.on("error", (error) => resume(Effect.fail(because("connecting")(error))))
    return Effect.sync(() => socket.destroy())
  })

/** Opens a connection; it is closed with the scope. */
export const open = (port: number) =>
  Effect.map(
    Effect.acquireRelease(opened(port), (socket) => Effect.sync(() => socket.destroy())),
    (socket): Line => ({
      ask: (call) =>
        Effect.timeoutFail(exchange(socket, call), {
          duration: Duration.seconds(60),
          onTimeout: () => new BenchFailure({ message: `no answer to ${call.path} within a minute` })
        })
    })
  )

/** Opens many, no more at a time than a listening socket keeps waiting. */
export const openMany = (port: number, count: number) =>
  Effect.forEach(Array.from({ length: count }), () => open(port), { concurrency: 100 })
