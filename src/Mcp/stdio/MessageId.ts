/**
 * The id of a message that is too long to be kept: found while its bytes go by, for whoever sent it waits for an answer
 * that has it. Clients write it before the parameters or after them.
 */
import { parse } from "../../Client/Json.ts"
import { idOf, type Refusal } from "../server/Message.ts"

/** Bytes of a member that are kept. A longer id is none. */
const most = 300

const codeOf = (character: string): number => character.charCodeAt(0)
const [quote, backslash, comma] = ['"', "\\", ","].map(codeOf)
const opening = ["{", "["].map(codeOf)
const closing = ["}", "]"].map(codeOf)

/** Reads bytes of one message, piece by piece. */
export interface MessageId {
  readonly read: (bytes: Uint8Array) => void
  /** The id, as far as it was read. */
  readonly id: () => Refusal["id"]
}

export const make = (): MessageId => {
  let id: Refusal["id"] = null
  let depth = 0
  let isText = false
  let isEscaped = false
  let member: Array<number> = []

  const endMember = () => {
    const [, value] = /^\s*"id"\s*:(.*)$/s.exec(Buffer.from(member).toString()) ?? []
    if (value !== undefined) id = idOf(parse(value))
    member = []
  }
  const keep = (byte: number) => {
    if (depth === 1 && member.length < most) member.push(byte)
  }
  const readText = (byte: number) => {
    keep(byte)
    if (byte === quote && !isEscaped) isText = false
    isEscaped = byte === backslash && !isEscaped
  }
  const readOther = (byte: number) => {
    if (opening.includes(byte)) depth += 1
    else if (closing.includes(byte)) {
      depth -= 1
      if (depth === 0) endMember()
    } else if (byte === comma) {
      if (depth === 1) endMember()
    } else {
      isText = byte === quote
      keep(byte)
    }
  }
  return {
    read: (bytes) => {
      for (const byte of bytes) (isText ? readText : readOther)(byte)
    },
    id: () => id
  }
}
