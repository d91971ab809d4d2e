/**
 * The way to the database, which can be cut: a TCP relay. A connection that is cut while an answer comes leaves the
 * service not knowing whether its statement was carried out.
 */
import { connect, createServer, type Socket } from "node:net"
import { Effect } from "effect"
import type { DatabaseState } from "./Faults.ts"
import { WorldBroken } from "./Listener.ts"

/** A way that can be cut. */
export interface DatabaseWay {
  /** The database's URL by this way. */
  readonly url: string
  readonly set: (state: DatabaseState) => void
}

/** Answers that are lost, of a connection each, before the way is whole again. */
const losses = 2

/** A way to the database at a URL; `alive` is told of everything that goes over it. */
export const make = (url: string, alive: () => void) =>
  Effect.gen(function* () {
    const target = new URL(url)
    const port = target.port === "" ? 5432 : Number(target.port)
    const open = new Set<Socket>()
    let state: DatabaseState = "up"
    let lost = 0

    const cut = () => {
      for (const socket of open) socket.destroy()
    }
    const keep = (socket: Socket) => {
      open.add(socket)
      socket.setNoDelay(true)
      socket.on("error", () => {})
      socket.once("close", () => open.delete(socket))
    }
    const server = createServer((near) => {
      keep(near)
      if (state === "down") {
        near.destroy()
        return
      }
      const far = connect(port, target.hostname)
      keep(far)
      let isFirst = true
      near.on("data", (chunk) => {
        alive()
        far.write(chunk)
      })
      far.on("data", (chunk) => {
        alive()
        // The greeting of a new connection is let through: what is to be lost is the answer to a statement.
        if (state === "losing" && !isFirst) {
          lost += 1
          if (lost >= losses) state = "up"
          near.destroy()
          far.end()
          return
        }
        isFirst = false
        near.write(chunk)
      })
      near.once("close", () => far.end())
      far.once("close", () => near.destroy())
    })
    yield* Effect.acquireRelease(
      Effect.async<void>((resume) => {
        server.listen(0, "127.0.0.1", () => resume(Effect.void))
      }),
      () =>
        Effect.async<void>((resume) => {
          server.close(() => resume(Effect.void))
          cut()
        })
    )
    const address = server.address()
    if (address === null || typeof address === "string")
      return yield* new WorldBroken({ message: "the way to the database has no port" })
    target.hostname = "127.0.0.1"
    target.port = String(address.port)
    const way: DatabaseWay = {
      url: target.href,
      set: (next) => {
        state = next
        lost = 0
        if (next === "down") cut()
      }
    }
    return way
  })
