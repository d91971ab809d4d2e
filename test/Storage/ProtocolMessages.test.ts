/**
 * The framing of PostgreSQL's protocol.
 */
import { describe, expect, it } from "@effect/vitest"
import { Schema } from "effect"
import { hasType, ProtocolMessages } from "../../src/Storage/ProtocolMessages.ts"

const message = (type: string, content: Uint8Array) => {
  const length = Buffer.alloc(4)
  length.writeInt32BE(content.length + 4)
  return Buffer.concat([Buffer.from(type), length, content])
}

const contents = Schema.Array(Schema.Uint8Array)
const cuts = Schema.Array(Schema.Int.pipe(Schema.between(1, 9)))

describe("ProtocolMessages", () => {
  it.prop(
    "finds the messages, however the bytes are cut into chunks",
    [contents, cuts],
    ([contents, cuts]) => {
      const sent = contents.map((content, index) => message(index === 0 ? "" : "Q", content))
      let bytes = Buffer.concat(sent)
      const received = new ProtocolMessages({ firstHasType: false })
      const messages = cuts.flatMap((cut) => {
        const chunk = bytes.subarray(0, cut)
        bytes = bytes.subarray(cut)
        return received.take(chunk)
      })
      expect([...messages, ...received.take(bytes)]).toEqual(sent)
    }
  )

  it("knows a message by its type", () => {
    expect(hasType(message("Z", Buffer.from("I")), "Z")).toBe(true)
    expect(hasType(message("T", Buffer.from("Z")), "Z")).toBe(false)
  })
})
