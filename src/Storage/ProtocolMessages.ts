/**
 * The framing of PostgreSQL's protocol (https://www.postgresql.org/docs/18/protocol-message-formats.html): a byte
 * for the type, four for the length without the type, and the content. The first message of a client has no type.
 */

/**
 * Cuts a stream of bytes into messages. Chunks are joined only when a message is complete, so a large message in many
 * chunks is copied once.
 */
export class ProtocolMessages {
  #chunks: Array<Buffer> = []
  #size = 0
  /** How many bytes are needed before a message can be complete. */
  #wanted = 0
  #typeLength: 0 | 1

  constructor(options: { readonly firstHasType: boolean }) {
    this.#typeLength = options.firstHasType ? 1 : 0
  }

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

/** Whether the message has the type that the letter stands for. */
export const hasType = (message: Buffer, type: string) => message[0] === type.charCodeAt(0)
