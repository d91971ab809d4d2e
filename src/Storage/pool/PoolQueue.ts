/**
 * Bounds of a pool's queue. The driver works its queue off by recursion: a caller that has given up releases its
 * connection at once, which gives the connection to the next caller, within the same call. Some thousand callers that
 * gave up overflowed the stack, which ended the process.
 */
import type * as Pg from "pg"
import { whenIdle } from "./Handover.ts"

/** Statements that wait for a connection at most. Our choice: more than there are calls under way. */
export const longestQueue = 2_048

type Callback = (
  error: Error | undefined,
  client: Pg.PoolClient | undefined,
  release: (error?: Error | boolean) => void
) => void

/** The driver's overloads as one function. */
type Connect = (callback?: Callback) => Promise<Pg.PoolClient> | undefined

const full = () => new Error("Too many statements wait for a connection")

const nothing = () => {}

/** Refuses one caller more than the queue holds, and gives connections to callers one after another. */
export const bound = (pool: Pg.Pool): void => {
  const connect: Connect = pool.connect.bind(pool)
  let isGiving = false

  const give = (callback: Callback, ...[error, client, release]: Parameters<Callback>) => {
    isGiving = true
    try {
      callback(error, client, release)
    } finally {
      isGiving = false
    }
  }

  const inTurn =
    (callback: Callback): Callback =>
    (error, client, releaseAtOnce) => {
      const release = client === undefined ? releaseAtOnce : whenIdle(client, releaseAtOnce)
      if (client !== undefined) client.release = release
      if (!isGiving) {
        give(callback, error, client, release)
        return
      }
      // Until the caller listens, nobody does: the loss of the connection would end the process.
      client?.on("error", nothing)
      process.nextTick(() => {
        client?.off("error", nothing)
        give(callback, error, client, release)
      })
    }

  const bounded: Connect = (callback) => {
    if (pool.waitingCount < longestQueue) {
      return callback === undefined ? connect() : connect(inTurn(callback))
    }
    if (callback === undefined) return Promise.reject(full())
    process.nextTick(callback, full(), undefined, nothing)
    return undefined
  }
  Object.assign(pool, { connect: bounded })
}
