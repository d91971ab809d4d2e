import { describe, expect, it } from "@effect/vitest"
import { Schema } from "effect"
import { lenient, readable } from "../../src/Providers/parsing/Lenient.ts"

describe("lenient", () => {
  const read = Schema.decodeUnknownSync(Schema.Struct({ year: lenient(Schema.Int), tag: Schema.String }))

  it.each([
    [
      { tag: "a", year: 2020 },
      { tag: "a", year: 2020 }
    ],
    [
      { tag: "a", year: null },
      { tag: "a", year: null }
    ],
    [{ tag: "a" }, { tag: "a" }],
    [
      { tag: "a", year: "2020" },
      { tag: "a", year: null }
    ],
    [
      { tag: "a", year: [] },
      { tag: "a", year: null }
    ]
  ])("%j", (given, expected) => {
    expect(read(given)).toEqual(expected)
  })

  it("leaves the other fields strict", () => {
    expect(() => read({ tag: 7, year: 2020 })).toThrow()
  })
})

describe("readable", () => {
  const read = readable(Schema.Struct({ name: Schema.String }))

  it.each([
    [
      [{ name: "a" }, { name: 7 }, null, "b", { name: "c", more: 1 }],
      [{ name: "a" }, { name: "c" }]
    ],
    [[], []],
    [{ name: "a" }, []],
    ["a", []],
    [null, []],
    [undefined, []]
  ])("%j", (list, entries) => {
    expect(read(list)).toEqual(entries)
  })
})
