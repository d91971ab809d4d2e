import { expect, it } from "@effect/vitest"
import { Either, Schema } from "effect"
import { describe } from "vitest"
import { part, withPart } from "../../scripts/bench/report/Document.ts"
import { lines, tables } from "../../scripts/bench/report/Report.ts"
import { Results } from "../../scripts/bench/report/Results.ts"
import { markdown, number, text } from "../../scripts/bench/report/Table.ts"
import { good } from "./Run.ts"

const table = {
  title: "Costs",
  head: ["what", "ms"],
  rows: [
    ["health", "0.02"],
    ["a paid call", "1200"]
  ]
}

it("a table stands in columns on a terminal", () => {
  expect(text(table)).toBe(
    ["Costs", "", "what           ms", "-----------  ----", "health       0.02", "a paid call  1200"].join(
      "\n"
    )
  )
})

it("and as Markdown in a document", () => {
  expect(markdown(table)).toBe(
    ["**Costs**", "", "| what | ms |", "| --- | ---: |", "| health | 0.02 |", "| a paid call | 1200 |"].join(
      "\n"
    )
  )
})

describe("a number", () => {
  const cases: ReadonlyArray<readonly [number, string]> = [
    [0.012345, "0.0123"],
    [1.5, "1.5"],
    [999.4, "999"],
    [1234.5, "1235"],
    [0, "0"],
    [Number.NaN, "-"],
    [Number.POSITIVE_INFINITY, "-"]
  ]
  it.each(cases)("%d is written %s", (value, expected) => {
    expect(number(value)).toBe(expected)
  })
})

it("every figure of a run is told", () => {
  const told = [...lines(good), ...tables(good).map(text)].join("\n")
  expect(told).toContain("5000 calls at once: 1200 served, 3800 refused with Retry-After, 0 lost")
  expect(told).toContain(
    "The worst body of 64 KiB: numbers in currencies, a quote, at /v1/fx/rates: 4 ms of CPU."
  )
  expect(told).toContain(
    "A purchase alone took 10 (8 to 20) ms; beside 1200 connections whose bodies never end, 10.5 (9 to 40) ms."
  )
  expect(told).toContain("Heap per call: 18 KB with 1000 calls in flight.")
  expect(told).toMatch(/^health: CPU of the Express peer over ours +8x +>= 5x +>= 7x +stretch$/m)
  expect(told).toMatch(
    /^composite of 50\/80\/120 ms: over the slowest source +2 \(1 to 4\) ms +<= 6 ms +<= 3 ms +stretch$/m
  )
  expect(told).toMatch(/^paid-hit +tuned +0.9 +1000 +1 +5 +2 +100$/m)
  // 0.3 ms: 3333 in a second, 60 % of them 2000; a million take 300 s, a twelfth of an hour.
  expect(told).toMatch(/^One process on one core, which is used at 60 %; a core at \$0.05 an hour$/m)
  expect(told).toMatch(/^paid-hit +0.3 +2000 +0.00417$/m)
  expect(told).toMatch(/^almanac +280 \(270 to 300\) +90 +160$/m)
})

it("the results survive their JSON, figures that could not be measured among them", () => {
  const results: Results = { ...good, composite: { median: Number.NaN, min: 0, max: 1 } }
  const json: unknown = JSON.parse(JSON.stringify(Schema.encodeSync(Results)(results)))
  expect(Schema.decodeUnknownSync(Results)(json)).toEqual(results)
})

describe("the document", () => {
  const frame = (inside: string) =>
    `# Speed\n\n<!-- bench: begin -->${inside}<!-- bench: end -->\n\nThe end.\n`
  it("gets the run between its marks, in place of the one before", () => {
    const once = Either.getOrThrow(withPart(frame("\nold figures\n"), part(good)))
    expect(once).not.toContain("old figures")
    expect(once).toContain("| paid-hit | tuned | 0.9 | 1000 | 1 | 5 | 2 | 100 |")
    expect(once).toMatch(/^# Speed\n\n<!-- bench: begin -->\n\nRun of 2026-01-02 \(full\)\./)
    expect(once).toMatch(/<!-- bench: end -->\n\nThe end\.\n$/)
    expect(Either.getOrThrow(withPart(once, part(good)))).toBe(once)
  })
  it("is left alone without the marks", () => {
    expect(Either.isLeft(withPart("# Speed\n", part(good)))).toBe(true)
  })
})
