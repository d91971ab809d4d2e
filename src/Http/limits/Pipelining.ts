/**
 * A client may send requests without waiting for their answers, two thousand in one packet, and need not read an answer.
 * Node makes the objects of every request that is in what it has read, before anything else happens. So it gets the bytes of
 * one request after the other: eight of a connection are worked on at a time, and none is parsed while another one of the
 * connection waits for its turn (`hold`). The first of what has been read is parsed at once. What is behind it takes turns with
 * that of other connections, but for a body that declares its length: of a body in chunks nobody knows where it ends.
 *
 * The bytes beyond wait unparsed, in a limited memory, and nothing more is read meanwhile.
 */
import type { IncomingMessage, Server } from "node:http"
import type { Socket } from "node:net"
import * as TickBudget from "../../Runtime/TickBudget.ts"
import { headersEndAt, overlap } from "./HeadersEnd.ts"
import type { Interceptor } from "./Interceptor.ts"
import { makeMemory, sizeOf, type WaitLimits, waitLimits } from "./WaitLimits.ts"

/** Requests of one connection that are worked on at a time. */
export const mostAtATime = 8

/** How many pieces (headers of a request, part of a body in chunks) are parsed in one tick that came in one read with another. */
const perTick = 16

/** Bytes of a piece at most, but for a body that declares its length: 4 KiB of chunks of one byte take a millisecond. */
const longestPiece = 4096

const nothing = Buffer.alloc(0)

/** What a connection has under way, and what it has waiting. */
class Connection {
  /** What has been read and not parsed. */
  rest: Buffer = nothing
  /** The last bytes that were parsed: the end of the headers may be in two reads. */
  tail = ""
  /** The request that was parsed last, until its body has been as well. */
  latest: IncomingMessage | undefined
  /** Bytes of its body that have not been parsed, where it declares its length. */
  bodyLeft = 0
  /** Requests whose responses have not gone out. */
  active = 0
  /** Bytes of requests that wait for their turn. */
  held = 0
  /** Whether the stream has a piece that has not been parsed. */
  isParsing = false
  /** Whether the next request has had its turn. */
  hasTurn = false
  /** Takes the connection out of the line for a turn; there while it waits. */
  leave: (() => void) | undefined

  /** Whether a part of the latest request has not been parsed: what comes next belongs to it. */
  get isInside() {
    return this.latest !== undefined && !this.latest.complete
  }

  /** Whether nothing may be parsed now. What is worked on already gets its body. */
  get isBusy() {
    return (
      this.isParsing ||
      this.leave !== undefined ||
      this.held > 0 ||
      (this.active >= mostAtATime && !this.isInside)
    )
  }

  /** Bytes that wait. A part of what was read keeps all of that in memory. */
  get waiting() {
    return this.held + (this.rest.length === 0 ? 0 : this.rest.buffer.byteLength)
  }

  /** Takes what node may have next: the headers of one request, or of its body what is there. */
  take(): Buffer {
    const { bodyLeft, rest, tail } = this
    const length = Math.min(
      bodyLeft > 0 ? bodyLeft : headersEndAt(tail, rest.subarray(0, longestPiece)),
      rest.length
    )
    const piece = rest.subarray(0, length)
    this.rest = length === rest.length ? nothing : rest.subarray(length)
    this.bodyLeft = Math.max(0, bodyLeft - length)
    this.tail = (tail + piece.toString("latin1", Math.max(0, length - overlap))).slice(-overlap)
    return piece
  }
}

/** A connection, and what goes on when something has changed. */
interface Controlled {
  readonly connection: Connection
  readonly advance: () => void
}

const connections = new WeakMap<Socket, Controlled>()

/** Keeps the connection of a request that waits from being parsed on. The result ends that. */
export const hold = (message: IncomingMessage): (() => void) => {
  const controlled = connections.get(message.socket)
  if (controlled === undefined) return () => undefined
  const { advance, connection } = controlled
  const size = sizeOf(message)
  connection.held += size
  return () => {
    connection.held -= size
    advance()
  }
}

/** Gives node the requests of a server's connections one by one. */
export const limitPipelining = (server: Server, limits: WaitLimits = waitLimits): Interceptor => {
  const memory = makeMemory(limits)
  const turns = TickBudget.make(perTick)

  /** Puts the connection between its socket, which reads, and the socket's stream, which node's parser listens to. */
  const control = (socket: Socket): Controlled => {
    const connection = new Connection()
    const push = socket.push.bind(socket)
    const read = socket._read.bind(socket)
    const count = memory(() => socket.destroy())
    let isAdvancing = false

    const waitForTurn = () => {
      const leave = turns.wait(() => {
        connection.leave = undefined
        connection.hasTurn = true
        advance()
      })
      connection.leave = () => {
        connection.leave = undefined
        leave()
      }
    }

    const parse = () => {
      connection.hasTurn = false
      connection.isParsing = true
      push(connection.take())
    }

    /** Parses what has been read, as far as may be, and reads on when nothing is left. */
    const advance = () => {
      // What is parsed here comes back here.
      if (isAdvancing) return
      isAdvancing = true
      while (connection.rest.length > 0 && !socket.isPaused() && !socket.destroyed && !connection.isBusy) {
        if (connection.bodyLeft > 0 || connection.hasTurn || turns.passes()) parse()
        else waitForTurn()
      }
      isAdvancing = false
      // A connection that is kept open keeps nothing of what it has asked.
      if (!connection.isInside) connection.latest = undefined
      if (socket.destroyed) return
      count(connection.waiting)
      if (connection.rest.length === 0 && !socket.isPaused()) read(0)
    }

    socket.push = (bytes: Buffer | null) => {
      // The client has ended. It comes behind all that was read: nothing is read while something is left.
      if (bytes === null) return push(null)
      connection.hasTurn = connection.rest.length === 0
      connection.rest = connection.hasTurn ? bytes : Buffer.concat([connection.rest, bytes])
      advance()
      // `false` ends the reading.
      return connection.rest.length === 0
    }
    socket._read = advance
    socket.on("resume", advance)
    // With a listener of ours, node's own gets what the stream has, and not what the handle reads.
    socket.on("data", () => {
      connection.isParsing = false
      advance()
    })
    socket.once("close", () => {
      connection.rest = nothing
      connection.leave?.()
      count(0)
    })
    return { connection, advance }
  }

  server.on("connection", (socket) => connections.set(socket, control(socket)))

  return (next) => (message, response) => {
    const controlled = connections.get(message.socket)
    if (controlled === undefined) return next(message, response)
    const { advance, connection } = controlled
    connection.latest = message
    connection.bodyLeft = Number(message.headers["content-length"] ?? 0)
    connection.active += 1
    response.once("close", () => {
      connection.active -= 1
      advance()
    })
    return next(message, response)
  }
}
