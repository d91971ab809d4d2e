/**
 * A socket for the `pg` driver with PGlite at its other end, in the same process.
 */
import { Duplex } from "node:stream"
import { setImmediate } from "node:timers/promises"
import type { PGlite } from "@electric-sql/pglite"
import { hasType, ProtocolMessages } from "./ProtocolMessages.ts"

type Database = Pick<PGlite, "execProtocolRawStream" | "isInTransaction" | "ready">

type Done = (error?: Error | null) => void

/** A simple query as a message. */
const simpleQuery = (text: string): Buffer => {
  const message = Buffer.from(`Q\0\0\0\0${text}\0`)
  message.writeInt32BE(message.length - 1, 1)
  return message
}

const rollback = simpleQuery("ROLLBACK")
/** Resets prepared statements, settings, and all other state that ends with a connection. */
const discard = simpleQuery("DISCARD ALL")

/** Parse, Bind, Describe, Execute, Close, Flush: the messages of the extended protocol, which Sync ends. */
const isExtended = (message: Buffer) => ["P", "B", "D", "E", "C", "H"].some((type) => hasType(message, type))

/**
 * A connected socket to `pg`. PGlite has one session, which outlives every connection. The end of a connection
 * therefore does not reach PGlite, but the state of the session is reset. An exception of PGlite is an error of the
 * socket.
 */
export class PgliteSocket extends Duplex {
  readonly #database: Database
  readonly #messages = new ProtocolMessages({ firstHasType: false })
  #hasEnded = false

  constructor(database: Database) {
    super()
    this.#database = database
  }

  /** Called by `pg` in place of `net.Socket.connect`. */
  connect(): this {
    queueMicrotask(() => this.emit("connect"))
    return this
  }

  // Settings of a TCP socket, called by `pg`.

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  override _read() {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: Done) {
    this.#receive([chunk]).then(() => done(), done)
  }

  /** `pg` corks the messages of a statement. */
  override _writev(chunks: ReadonlyArray<{ readonly chunk: Buffer }>, done: Done) {
    this.#receive(chunks.map(({ chunk }) => chunk)).then(() => done(), done)
  }

  override _final(done: Done) {
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: Done) {
    this.#endSession().then(() => done(error), done)
  }

  /**
   * Answers in a later tick of the event loop, like a real socket: the driver's parser is not reentrant, and a queue of
   * statements must leave ticks to others.
   */
  async #receive(chunks: ReadonlyArray<Buffer>) {
    await setImmediate()
    for (const message of chunks.flatMap((chunk) => this.#messages.take(chunk))) {
      if (this.destroyed) return
      if (hasType(message, "X")) await this.#endSession()
      else for (const answer of await this.#answer(message)) this.push(answer)
    }
  }

  /**
   * After an error in the extended protocol, PGlite sends ReadyForQuery at once and again at Sync. Only the second is
   * correct. The driver would read the first as the end of the statement and the second as the end of the next one
   * (https://github.com/electric-sql/pglite/issues/958).
   */
  async #answer(message: Buffer): Promise<ReadonlyArray<Buffer>> {
    const bytes = await this.#execute(message)
    if (!isExtended(message)) return bytes
    const answers = new ProtocolMessages({ firstHasType: true })
    return bytes.flatMap((chunk) => answers.take(chunk)).filter((answer) => !hasType(answer, "Z"))
  }

  /**
   * Runs once: when a socket is destroyed after its Terminate message, the session may belong to the next connection.
   */
  async #endSession() {
    if (this.#hasEnded || !this.#database.ready) return
    this.#hasEnded = true
    if (this.#database.isInTransaction()) await this.#execute(rollback)
    await this.#execute(discard)
  }

  /**
   * Uses the stream because `execProtocolRaw` of PGlite 0.5.8 keeps every message that it has ever answered. The bytes
   * are a view of PGlite's memory, so they are copied.
   */
  async #execute(message: Buffer): Promise<ReadonlyArray<Buffer>> {
    const chunks: Array<Buffer> = []
    try {
      await this.#database.execProtocolRawStream(message, {
        onRawData: (bytes) => chunks.push(Buffer.from(bytes))
      })
    } catch (cause) {
      throw new Error("The embedded database failed", { cause })
    }
    return chunks
  }
}
