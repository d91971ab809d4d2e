/**
 * Ctrl-C before anything is sent.
 */
import { AlmanacError } from "../Client/Errors.ts"

/** The command was interrupted, and nothing was sent. */
export const interruption = (): AlmanacError => new AlmanacError("ABORTED", "interrupted", { charged: false })

/** What `wait` gives, unless the command is interrupted first: the standard input, for one, hears no signal. */
export const untilInterrupted = <A>(interrupted: AbortSignal, wait: Promise<A>): Promise<A> =>
  new Promise((resolve, reject) => {
    const end = () => reject(interruption())
    if (interrupted.aborted) end()
    interrupted.addEventListener("abort", end)
    wait.then(resolve, reject).finally(() => interrupted.removeEventListener("abort", end))
  })
