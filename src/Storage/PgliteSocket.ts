/**
 * A socket for the `pg` driver with PGlite at its other end, in the same process.
 */
import { Duplex } from "node:stream"
import type { PGlite } from "@electric-sql/pglite"

const terminate = "X".charCodeAt(0)

/** The simple query `ROLLBACK` as a message. */
const rollback = Buffer.from("Q\0\0\0\rROLLBACK\0")

/**
 * Cuts what a client sends into messages (https://www.postgresql.org/docs/18/protocol-overview.html): a byte for
 * the type, four for the length without the type, and the content. The first message has no type. Chunks are put
 * together only once a message is complete, so a large one in many chunks is copied once.
 */
export class FrontendMessages {
  #chunks: Array<Buffer> = []
  #size = 0
  #typeLength = 0
  #wanted = 4

  /** The messages that the chunk completes. */
  take(chunk: Buffer): ReadonlyArray<Buffer> {
    this.#chunks.push(chunk)
    this.#size += chunk.length
    if (this.#size < this.#wanted) return []

    const bytes = this.#chunks.length === 1 ? chunk : Buffer.concat(this.#chunks, this.#size)
    const messages: Array<Buffer> = []
    let start = 0
    for (;;) {
      const left = bytes.length - start
      this.#wanted = this.#typeLength + 4
      if (left < this.#wanted) break
      this.#wanted = this.#typeLength + bytes.readInt32BE(start + this.#typeLength)
      if (left < this.#wanted) break
      messages.push(bytes.subarray(start, start + this.#wanted))
      start += this.#wanted
      this.#typeLength = 1
    }
    this.#chunks = start < bytes.length ? [bytes.subarray(start)] : []
    this.#size = bytes.length - start
    return messages
  }
}

type Database = Pick<PGlite, "execProtocolRawStream" | "isInTransaction">

type Done = (error?: Error | null) => void

/**
 * What `pg` takes for a connected socket. PGlite has one session, which outlives every connection: the end of a
 * connection is kept from it, but for a transaction that was left open. An exception of PGlite is an error of the
 * socket.
 */
export class PgliteSocket extends Duplex {
  readonly #database: Database
  readonly #messages = new FrontendMessages()

  constructor(database: Database) {
    super()
    this.#database = database
  }

  /** Called by `pg` in place of `net.Socket.connect`. */
  connect(): this {
    queueMicrotask(() => this.emit("connect"))
    return this
  }

  /** Settings of a TCP socket, which `pg` makes. */
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

  /** `pg` corks the messages of one statement: PGlite gets them in one piece. */
  override _writev(chunks: Array<{ readonly chunk: Buffer }>, done: Done) {
    this.#receive(chunks.map(({ chunk }) => chunk)).then(() => done(), done)
  }

  override _final(done: Done) {
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: Done) {
    this.#endSession().then(() => done(error), done)
  }

  async #receive(chunks: ReadonlyArray<Buffer>) {
    const messages = chunks.flatMap((chunk) => this.#messages.take(chunk))
    const statements = messages.filter((message) => message[0] !== terminate)
    if (statements.length > 0) await this.#execute(Buffer.concat(statements), (bytes) => this.push(bytes))
    if (statements.length < messages.length) await this.#endSession()
  }

  async #endSession() {
    if (this.#database.isInTransaction()) await this.#execute(rollback, () => {})
  }

  /**
   * Not `execProtocolRaw`: in PGlite 0.5.8 that keeps every message it ever answered. The bytes are a view of
   * PGlite's memory, which it will write over.
   */
  async #execute(message: Buffer, onBytes: (bytes: Buffer) => void) {
    try {
      await this.#database.execProtocolRawStream(message, {
        onRawData: (bytes) => onBytes(Buffer.from(bytes))
      })
    } catch (cause) {
      throw new Error("The embedded database failed", { cause })
    }
  }
}
