import { describe, expect, it } from "vitest"
import { byCodePoint } from "../../src/Composites/TextOrder.ts"

describe("byCodePoint", () => {
  it("sorts by code point, not by UTF-16 unit or alphabet", () => {
    const sorted = ["", "A", "B", "a", "aa", "ab", "b", "ä", "\uffee", "\u{1f600}"]
    expect(sorted.toReversed().toSorted(byCodePoint)).toEqual(sorted)
    expect(byCodePoint("a", "a")).toBe(0)
  })
})
