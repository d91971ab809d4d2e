import { describe, expect, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { find } from "../../src/Text/JsonMistake.ts"

const isJson = (text: string) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe("where a text stops being JSON", () => {
  it.each([
    ['{"a":1,}', 1, 8, false],
    ["{a:1}", 1, 2, false],
    ['{"a" 1}', 1, 6, false],
    ['{"a":}', 1, 6, false],
    ['{"a":1 "b":2}', 1, 8, false],
    ["[1,]", 1, 4, false],
    ["[1 2]", 1, 4, false],
    ["[1}", 1, 3, false],
    ["{}x", 1, 3, false],
    ["'a'", 1, 1, false],
    ["NaN", 1, 1, false],
    ["01", 1, 2, false],
    ["1.", 1, 2, false],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, false],
    ['"a\nb"', 1, 1, false],
    ['"\\x"', 1, 1, false],
    ['{"a":1', 1, 7, true],
    ["[", 1, 2, true],
    ['{"a":\n', 2, 1, true],
    ["", 1, 1, true]
  ])("%j: line %i, column %i", (text, line, column, isEnd) => {
    expect(find(text)).toEqual({ line, column, isEnd })
  })

  it("is nowhere in JSON, and somewhere in everything else", () => {
    const piece = FastCheck.constantFrom(
      ...'{ } [ ] , : " \\ a 1 - . e 0 true null "a" "\\u00e9" \n'.split(" ")
    )
    const text = FastCheck.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""))
    FastCheck.assert(
      FastCheck.property(FastCheck.oneof(text, FastCheck.json()), (text) => {
        expect([text, find(text) === undefined]).toEqual([text, isJson(text)])
      }),
      { numRuns: 2000 }
    )
  })

  it("is found in deep nesting and long texts without recursion", () => {
    expect(find("[".repeat(65_536))).toEqual({ line: 1, column: 65_537, isEnd: true })
    expect(find(`${"[0,".repeat(20_000)}x`)?.column).toBe(60_001)
  })
})
