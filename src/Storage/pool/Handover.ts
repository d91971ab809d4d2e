/**
 * Connections go back to their pool idle. A statement that nobody waits for any more may still be running when its
 * caller gives the connection back: the next statement would wait behind it, and could be hit by the request to cancel
 * it.
 */
import type * as Pg from "pg"

type Release = (error?: Error | boolean) => void

/** The driver's own flag: the server has answered everything that was sent, and waits for the next statement. */
const isIdle = (client: Pg.PoolClient): boolean =>
  !("readyForQuery" in client) || client.readyForQuery === true

/** Makes a release of a connection that gives it back once it is idle, or lost. A second call does nothing. */
export const whenIdle = (client: Pg.PoolClient, release: Release): Release => {
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
