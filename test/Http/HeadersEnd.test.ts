/**
 * The cutting of what a connection sends where the headers of a request end.
 */
import { describe, expect, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { headersEndAt, overlap } from "../../src/Http/limits/HeadersEnd.ts"

/** What the reads are cut into, given the lengths of the reads. */
const cut = (text: string, lengths: ReadonlyArray<number>) => {
  const pieces: Array<string> = []
  let unread = text
  let before = ""
  for (const length of [...lengths, text.length]) {
    let rest = Buffer.from(unread.slice(0, length), "latin1")
    unread = unread.slice(length)
    while (rest.length > 0) {
      const piece = rest.toString("latin1", 0, headersEndAt(before, rest))
      pieces.push(piece)
      before = (before + piece).slice(-overlap)
      rest = rest.subarray(piece.length)
    }
  }
  return pieces
}

/** Where pieces of these lengths end. */
const positions = (lengths: ReadonlyArray<number>) =>
  lengths.map((_, index) => lengths.slice(0, index + 1).reduce((sum, length) => sum + length, 0))

describe("what a connection sends is cut", () => {
  it.prop(
    "at each end of headers, and within a read nowhere else, however it comes in reads",
    [
      FastCheck.array(FastCheck.constantFrom("\r", "\n", "\r\n", "\r\n\r\n", "a"), { maxLength: 30 }),
      FastCheck.array(FastCheck.integer({ min: 1, max: 6 }), { maxLength: 12 })
    ],
    ([parts, lengths]) => {
      const text = parts.join("")
      const pieces = cut(text, lengths)
      expect(pieces.join("")).toBe(text)
      const ends = [...text.matchAll(/\n(?=\r\n)/g)].map(({ index }) => index + 3)
      const reads = positions([...lengths, text.length]).filter((at) => at < text.length)
      expect(new Set(positions(pieces.map(({ length }) => length)))).toEqual(
        new Set(text === "" ? [] : [...ends, ...reads, text.length].toSorted((a, b) => a - b))
      )
    },
    { fastCheck: { numRuns: 500 } }
  )
})
