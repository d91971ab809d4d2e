/**
 * The lines that a client writes: each is a message. The protocol's library gets those that are; the others are answered
 * here, since it would say nothing to them, and end with a line that is too long.
 */
import { Transform } from "node:stream"
import { parse } from "../../Client/Json.ts"
import { noJson, type Refusal, refuse } from "../server/Message.ts"
import * as MessageId from "./MessageId.ts"

/** Bytes of a line at most. */
export const mostBytes = 10 * 1024 * 1024

const lineFeed = 0x0a

/** Lets the lines through that `judge` has nothing against; what it has, and what is no JSON, goes to `answer`. */
export const judged = (
  judge: (message: unknown) => Refusal | undefined,
  answer: (refusal: Refusal) => void
): Transform => {
  let pieces: Array<Uint8Array> = []
  let size = 0
  let tooLong: MessageId.MessageId | undefined

  const add = (piece: Uint8Array) => {
    size += piece.length
    if (size <= mostBytes) {
      pieces.push(piece)
      return
    }
    tooLong ??= MessageId.make()
    for (const kept of [...pieces, piece]) tooLong.read(kept)
    pieces = []
  }

  const refusalOf = (text: string): Refusal | undefined => {
    const message = parse(text)
    return message === undefined ? noJson("line") : judge(message)
  }

  /** The line, if it is for the library. */
  const ended = (): string | undefined => {
    const text = Buffer.concat(pieces).toString()
    const isBlank = tooLong === undefined && text.trim() === ""
    const refusal =
      tooLong === undefined
        ? refusalOf(text)
        : refuse(-32600, `Invalid request: a message has ${mostBytes} bytes at most`, tooLong.id())
    pieces = []
    size = 0
    tooLong = undefined
    if (isBlank) return undefined
    if (refusal === undefined) return `${text}\n`
    answer(refusal)
    return undefined
  }

  return new Transform({
    transform(chunk: Buffer, _, done) {
      let rest = chunk
      for (let end = rest.indexOf(lineFeed); end !== -1; end = rest.indexOf(lineFeed)) {
        add(rest.subarray(0, end))
        const line = ended()
        if (line !== undefined) this.push(line)
        rest = rest.subarray(end + 1)
      }
      add(rest)
      done()
    }
  })
}
