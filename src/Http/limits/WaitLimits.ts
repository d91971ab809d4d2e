/**
 * What may wait of requests, in bytes. Nobody has paid for it yet. A connection may always have a little of it, and all share
 * the rest. When that is used up, the connection that has the most waiting is ended.
 */
import type { IncomingMessage } from "node:http"

/** Bytes that may wait: of all connections beyond their own, and of each one whatever the others have. */
export interface WaitLimits {
  readonly ofAll: number
  readonly ofConnection: number
}

/**
 * The limits in production. Our choice: a connection may always have a request of the usual size (a payment has one or two
 * thousand bytes), and ten thousand connections have little more than 100 MiB.
 */
export const waitLimits: WaitLimits = { ofAll: 64 * 1024 * 1024, ofConnection: 12 * 1024 }

/** What a request takes beside its headers, at a guess: node's two objects for it, and their listeners. */
const bytesOfObjects = 4 * 1024

/** Bytes that a request takes while it waits, at a guess. */
export const sizeOf = ({ rawHeaders }: IncomingMessage): number =>
  rawHeaders.reduce((sum, { length }) => sum + length, bytesOfObjects)

/** What one connection has waiting. */
interface Share {
  bytes: number
  readonly end: () => void
}

/** Gives each connection a function that says how many bytes it has waiting now; `end` ends the connection. */
export const makeMemory = ({ ofAll, ofConnection }: WaitLimits) => {
  const shares = new Set<Share>()
  /** Bytes that connections have beyond their own. */
  let shared = 0

  const beyondOwn = ({ bytes }: Share) => Math.max(0, bytes - ofConnection)

  const set = (share: Share, bytes: number) => {
    const before = beyondOwn(share)
    share.bytes = bytes
    shared += beyondOwn(share) - before
    if (bytes > 0) shares.add(share)
    else shares.delete(share)
  }

  const endLargest = () => {
    const [first, ...others] = shares
    if (first === undefined) return
    const largest = others.reduce((most, one) => (one.bytes > most.bytes ? one : most), first)
    set(largest, 0)
    largest.end()
  }

  return (end: () => void) => {
    const share: Share = { bytes: 0, end }
    return (bytes: number): void => {
      if (bytes === share.bytes) return
      set(share, bytes)
      if (shared > ofAll) endLargest()
    }
  }
}
