/**
 * What requests may take of memory that wait for their turn. Nobody has paid for them yet.
 */
import type { IncomingMessage } from "node:http"

/** Bytes of the requests that may wait: of all, and of one connection even when all have used that up. */
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
