import { describe, expect, it } from "vitest"
import { table } from "../../scripts/books/Table.ts"

describe("a table", () => {
  const columns = [
    { title: "payer", of: (row: number) => `0x${row}` },
    { title: "calls", of: (row: number) => String(row), right: true }
  ]

  it("has columns as wide as their widest cell, and nothing without rows", () => {
    expect(table(columns, [1, 1000])).toEqual(["payer   calls", "0x1         1", "0x1000   1000"])
    expect(table(columns, [])).toEqual([])
  })

  it("may be as long as the books of a year", () => {
    const rows = Array.from({ length: 300_000 }, (_, row) => row)
    expect(table(columns, rows).at(-1)).toBe("0x299999  299999")
  })
})
