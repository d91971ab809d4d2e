/**
 * A server of the world's: it answers with what a function says, or breaks off, or keeps silent; and it can go away and
 * come back at the same port.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo, Socket } from "node:net"
import { Effect, Schema } from "effect"

/** What becomes of a call. `millis` of real time pass before. */
export type Reply =
  | { readonly kind: "answer"; readonly status: number; readonly body: string; readonly millis?: number }
  | { readonly kind: "reset" }
  | { readonly kind: "hang" }

/** JSON under a status. */
export const json = (status: number, body: unknown): Reply => ({
  kind: "answer",
  status,
  body: JSON.stringify(body)
})

/** The world could not be set up. */
export class WorldBroken extends Schema.TaggedError<WorldBroken>()("WorldBroken", {
  message: Schema.String
}) {}

/** A running server. */
export interface Listener {
  readonly url: string
  /** From now on connections are refused. */
  readonly close: Effect.Effect<void>
  readonly open: Effect.Effect<void>
}

const send = (reply: Reply, response: ServerResponse) => {
  if (reply.kind === "hang") return
  if (reply.kind === "reset") {
    response.destroy()
    return
  }
  const write = () => {
    response.writeHead(reply.status, {
      "content-type": reply.body.startsWith("<") ? "text/html" : "application/json"
    })
    response.end(reply.body)
  }
  if (reply.millis === undefined) write()
  else setTimeout(write, reply.millis)
}

const isBound = (address: AddressInfo | string | null): address is AddressInfo =>
  typeof address === "object" && address !== null

/** Serves; `answer` gets the path and the body. It ends with the scope. */
export const listen = (answer: (path: string, body: string) => Reply | Promise<Reply>) =>
  Effect.gen(function* () {
    const sockets = new Set<Socket>()
    const handle = (request: IncomingMessage, response: ServerResponse) => {
      const chunks: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("error", () => {})
      response.on("error", () => {})
      request.on("end", async () => {
        send(await answer(request.url ?? "/", Buffer.concat(chunks).toString("utf8")), response)
      })
    }
    const server = createServer({ keepAliveTimeout: 60_000 }, handle)
    server.on("connection", (socket) => {
      sockets.add(socket)
      socket.on("error", () => {})
      socket.once("close", () => sockets.delete(socket))
    })
    const openAt = (port: number) =>
      Effect.async<void>((resume) => {
        server.once("error", (error) => resume(Effect.die(error)))
        server.listen(port, "127.0.0.1", () => {
          server.removeAllListeners("error")
          resume(Effect.void)
        })
      })
    const close = Effect.async<void>((resume) => {
      server.close(() => resume(Effect.void))
      for (const socket of sockets) socket.destroy()
    })
    yield* Effect.acquireRelease(openAt(0), () => close)
    const address = server.address()
    if (!isBound(address)) return yield* new WorldBroken({ message: "a server has no port" })
    const { port } = address
    return { url: `http://127.0.0.1:${port}`, close, open: openAt(port) }
  })
