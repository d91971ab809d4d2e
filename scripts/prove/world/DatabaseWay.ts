/**
 * The way to the database, or to Redis, which can be cut: a TCP relay. A connection that is cut while an answer comes, or an answer
 * that comes late, leaves the service not knowing whether its statement was carried out.
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
  /** Whether answers come, and in time. */
  readonly isWhole: () => boolean
  /** Whether the database works on something that it was asked over this way. */
  readonly isAtWork: () => boolean
}

/** There is no way to a database within the process. */
export const none: DatabaseWay = { url: "", set: () => {}, isWhole: () => true, isAtWork: () => false }

/** Ports where a URL names none. */
const usual: Readonly<Record<string, number>> = { "postgres:": 5432, "postgresql:": 5432, "redis:": 6379 }

/** Answers that are lost, or late, of a connection each, before the way is whole again. */
const losses = 2

/** Milliseconds of the world's clock by which an answer is late: no statement is waited for that long. */
const lateness = 4_000

/** Milliseconds of real time after which it comes anyway. */
const mostLateness = 2_000

/** Writes in order; what is late holds back what follows. `now` in milliseconds of the world's clock. */
const writer = (socket: Socket, now: () => number) => {
  let last = Promise.resolve()
  const until = (due: number, dueReally: number) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (now() >= due || performance.now() >= dueReally || socket.destroyed) resolve()
        else setTimeout(look, 4)
      }
      look()
    })
  let isHeld = false
  return (chunk: Buffer, isLate: boolean) => {
    if (!isLate && !isHeld) {
      socket.write(chunk)
      return
    }
    isHeld = true
    const [due, dueReally] = isLate ? [now() + lateness, performance.now() + mostLateness] : [0, 0]
    const mine = last
      .then(() => until(due, dueReally))
      .then(() => {
        socket.write(chunk)
        if (last === mine) isHeld = false
      })
    last = mine
  }
}

/** A way to the database at a URL; `alive` is told of everything that goes over it. `now`: the world's clock. */
export const make = (url: string, now: () => number, alive: () => void) =>
  Effect.gen(function* () {
    const target = new URL(url)
    const port = target.port === "" ? usual[target.protocol] : Number(target.port)
    if (port === undefined) return yield* new WorldBroken({ message: `no port is known: ${target.protocol}` })
    const open = new Set<Socket>()
    /** Connections over which something was asked and nothing has been answered since. */
    const asked = new Set<Socket>()
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
      const write = writer(near, now)
      let isFirst = true
      near.on("data", (chunk) => {
        alive()
        asked.add(near)
        far.write(chunk)
      })
      far.on("data", (chunk) => {
        alive()
        asked.delete(near)
        // The greeting of a new connection is let through: what is to be lost is the answer to a statement.
        const fate = isFirst ? "up" : state
        isFirst = false
        if (fate === "losing" || fate === "late") {
          lost += 1
          if (lost >= losses) state = "up"
        }
        if (fate !== "losing") {
          write(chunk, fate === "late")
          return
        }
        near.destroy()
        far.end()
      })
      near.once("close", () => {
        asked.delete(near)
        far.end()
      })
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
      },
      isWhole: () => state === "up",
      isAtWork: () => asked.size > 0
    }
    return way
  })
