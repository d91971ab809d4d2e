import { describe, expect, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { JoinedBytes } from "../../src/Runtime/JoinedBytes.ts"

const pieces = FastCheck.array(
  FastCheck.uint8Array({ maxLength: 700 }).map((bytes) => Buffer.from(bytes)),
  { maxLength: 40 }
)

const joined = (all: ReadonlyArray<Buffer>) => {
  const bytes = new JoinedBytes()
  for (const piece of all) bytes.add(piece)
  return bytes
}

describe("joined bytes", () => {
  it.prop("are all that has come, in its order, and then begin anew", [pieces, pieces], ([first, second]) => {
    const bytes = joined(first)
    for (const all of [first, second, []]) {
      if (all !== first) for (const piece of all) bytes.add(piece)
      expect(bytes.length).toBe(Buffer.concat(all).length)
      expect(bytes.take().equals(Buffer.concat(all))).toBe(true)
      expect(bytes.length).toBe(0)
    }
  })

  it("are the only piece itself", () => {
    const piece = Buffer.from("whole")
    expect(joined([Buffer.alloc(0), piece]).take()).toBe(piece)
  })

  it("keep none of many pieces", () => {
    const all = Array.from({ length: 1000 }, () => Buffer.from("x"))
    const bytes = joined(all)
    for (const piece of all) piece.fill("y")
    expect(bytes.take().toString()).toBe("x".repeat(1000))
  })
})
