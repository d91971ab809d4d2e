/**
 * A TCP proxy in front of a neighbour: cut, the neighbour is away; mended, it is there again, at the same address.
 */
import { connect, createServer, type Socket } from "node:net"
import { Effect } from "effect"

/**
 * Milliseconds for answers under way when a neighbour is cut: nothing more goes to it, but what it has done it tells. A
 * settlement whose answer is lost for good would stay open until its payment's window is over.
 */
const grace = 300

/** Mended at first; ends with the scope. */
export const before = (target: string) =>
  Effect.gen(function* () {
    const { hostname, port } = new URL(target)
    const sockets = new Set<Socket>()
    const callers = new Set<Socket>()
    let isCut = false
    const keep = (socket: Socket) => {
      sockets.add(socket)
      return socket.on("error", () => {}).on("close", () => sockets.delete(socket))
    }
    const server = yield* Effect.acquireRelease(
      Effect.async<ReturnType<typeof createServer>>((resume) => {
        const listener = createServer((socket) => {
          if (isCut) return socket.destroy()
          const upstream = connect(Number(port), hostname)
          callers.add(socket)
          keep(socket).pipe(keep(upstream))
          upstream.pipe(socket)
          socket.on("close", () => {
            callers.delete(socket)
            upstream.destroy()
          })
          upstream.on("close", () => socket.destroy())
        }).listen(0, "127.0.0.1", () => resume(Effect.succeed(listener)))
      }),
      (listener) =>
        Effect.sync(() => {
          for (const socket of sockets) socket.destroy()
          listener.close()
        })
    )
    const url = new URL(target)
    url.host = `127.0.0.1:${Object(server.address()).port}`
    return {
      url: url.href.replace(/\/$/, ""),
      cut: () => {
        isCut = true
        for (const socket of callers) socket.unpipe().pause()
        setTimeout(() => {
          for (const socket of sockets) socket.destroy()
        }, grace)
      },
      mend: () => {
        isCut = false
      }
    }
  })
