/**
 * Bytes that come in pieces, held in one buffer. A piece of one byte is an object of some hundred bytes in memory, so whoever
 * sends many small ones would take hundreds of times what was sent.
 */

/** The least that is allocated for what comes in more than one piece. */
const least = 256

/** Bytes that are collected. Pieces are copied, but for the first: what comes in one piece is not copied at all. */
export class JoinedBytes {
  private first: Buffer | undefined
  private joined: Buffer | undefined
  private bytes = 0

  get length(): number {
    return this.bytes
  }

  add(piece: Buffer): void {
    if (piece.length === 0) return
    if (this.bytes === 0) this.first = piece
    else this.room(this.bytes + piece.length).set(piece, this.bytes)
    this.bytes += piece.length
  }

  /** All bytes that have come, which are not collected any longer. */
  take(): Buffer {
    const all = this.first ?? this.joined?.subarray(0, this.bytes) ?? Buffer.alloc(0)
    this.first = undefined
    this.joined = undefined
    this.bytes = 0
    return all
  }

  /** A buffer for so many bytes, with those that have come. It doubles, so that each byte is copied few times. */
  private room(length: number): Buffer {
    if (this.joined !== undefined && this.joined.length >= length) return this.joined
    const room = Buffer.allocUnsafeSlow(Math.max(least, length, 2 * (this.joined?.length ?? 0)))
    ;(this.first ?? this.joined)?.copy(room, 0, 0, this.bytes)
    this.first = undefined
    this.joined = room
    return room
  }
}
