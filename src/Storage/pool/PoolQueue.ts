/**
 * How a pool's connections go from one caller to the next.
 *
 * The driver works its queue off by recursion: a caller that has given up releases its connection at once, which gives the
 * connection to the next caller, within the same call. Some thousand callers that gave up overflowed the stack, which ended
 * the process. So the queue has a bound, and callers get connections one after another.
 *
 * Connections go back to their pool idle. A statement that nobody waits for any more may still be running when its caller
 * gives the connection back: the next statement would wait behind it, and could be hit by the request to cancel it.
 */
import type * as Pg from "pg"

/** Statements that wait for a connection at most. Our choice: more than there are calls under way. */
export const longestQueue = 2_048

type Release = (error?: Error | boolean) => void

/** The driver's own flag: the server has answered everything that was sent, and waits for the next statement. */
const isIdle = (client: Pg.PoolClient): boolean =>
  !("readyForQuery" in client) || client.readyForQuery === true

/** Makes a release of a connection that gives it back once it is idle, or lost. A second call does nothing. */
const whenIdle = (client: Pg.PoolClient, release: Release): Release => {
  let isReleased = false
  const giveBack: Release = (error) => {
    client.off("drain", onDrain)
    client.off("error", onError)
    release(error)
  }
  const onDrain = () => giveBack()
  // Without a listener, the loss of the connection would end the process.
  const onError = (error: Error) => giveBack(error)
  return (error) => {
    if (isReleased) return
    isReleased = true
    if (error || isIdle(client)) {
      release(error)
      return
    }
    client.once("drain", onDrain)
    client.once("error", onError)
  }
}

type Callback = (error: Error | undefined, client: Pg.PoolClient | undefined, release: Release) => void

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
