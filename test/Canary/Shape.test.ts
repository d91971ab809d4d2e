import { describe, expect, it } from "vitest"
import * as Drift from "../../scripts/canary/Drift.ts"
import * as Shape from "../../scripts/canary/Shape.ts"
import { fieldPath, itemPath } from "../../src/Providers/CanaryQuery.ts"

/** Paths with their types and how often. */
const told = (shape: Shape.Shape, path = ""): ReadonlyArray<string> => [
  `${path}:${[...shape.types].map(([type, count]) => `${type}${count}`).join("|")}`,
  ...[...shape.fields].flatMap(([key, field]) => told(field, fieldPath(path, key))),
  ...(shape.items === undefined ? [] : told(shape.items, itemPath(path)))
]

describe("summarise", () => {
  const cases: ReadonlyArray<
    readonly [name: string, json: unknown, maps: ReadonlyArray<string>, expected: ReadonlyArray<string>]
  > = [
    ["a value", 1, [], [":number1"]],
    ["null", null, [], [":null1"]],
    ["an empty array", [], [], [":array1"]],
    ["items of several types", [1, "a", null], [], [":array1", "[]:number1|string1|null1"]],
    ["fields", { a: { "b-c": true } }, [], [":object1", "a:object1", "a.b-c:boolean1"]],
    [
      "fields that some items lack",
      [{ a: 1, b: 1 }, { a: null }],
      [],
      [":array1", "[]:object2", "[].a:number1|null1", "[].b:number1"]
    ],
    [
      "keys that are data",
      { rates: { USD: 1, GBP: 2 } },
      ["rates"],
      [":object1", "rates:object1", "rates.*:number2"]
    ],
    ["odd keys", { "a.b": 1, "\u001b[2J": 1 }, [], [":object1", '"a.b":number1', '"\\u001b[2J":number1']],
    ["a key of the prototype", JSON.parse('{"__proto__":1}'), [], [":object1", "__proto__:number1"]]
  ]
  it.each(cases)("%s", (_, json, maps, expected) => {
    expect(told(Shape.summarise(json, maps))).toEqual(expected)
  })

  it("a long key is cut", () => {
    expect(fieldPath("", "k".repeat(500)).length).toBeLessThan(70)
  })
})

describe("compare", () => {
  const { none } = Drift
  const cases: ReadonlyArray<readonly [name: string, known: unknown, found: unknown, expected: Drift.Drift]> =
    [
      ["the same", { a: [1] }, { a: [2, 3] }, none],
      ["a field is gone", { a: 1, b: 1 }, { a: 1 }, { ...none, disappeared: ["b"] }],
      [
        "an object is gone: it alone is told",
        { a: { b: 1 }, c: 1 },
        { c: 1 },
        { ...none, disappeared: ["a"] }
      ],
      ["a field that not all known objects have", [{ a: 1 }, {}], [{}], none],
      ["a field that one of the found objects has", [{ a: 1 }], [{}, { a: 1 }], none],
      ["a field of objects that there are none of", { a: [{ b: 1 }] }, { a: [] }, none],
      ["a field of an object that is null now and then", { a: [{ b: 1 }, null] }, { a: [null] }, none],
      ["a new field", [{ a: 1 }], [{ a: 1, b: { c: 1 } }], { ...none, appeared: ["[].b"] }],
      ["renamed", { a: { b: 1 } }, { a: { c: 1 } }, { disappeared: ["a.b"], appeared: ["a.c"], retyped: [] }],
      ["another type", { a: 1 }, { a: "1" }, { ...none, retyped: ["a: number -> string"] }],
      ["one more type", [1], [1, "1"], { ...none, retyped: ["[]: number -> number|string"] }],
      ["null among values", [1], [1, null], none],
      ["null alone", [1], [null], { ...none, retyped: ["[]: number -> null"] }],
      ["null as before", [1, null], [null], none],
      ["a value where only null was known", { a: null }, { a: 1 }, none],
      ["another root", [1], { a: 1 }, { ...none, retyped: ["(root): array -> object"] }]
    ]
  it.each(cases)("%s", (_, known, found, expected) => {
    expect(Drift.compare(Shape.summarise(known, []), Shape.summarise(found, []))).toEqual(expected)
  })

  it("what was not asked for has not disappeared", () => {
    const known = Shape.summarise({ r: [{ a: 1, b: 1, c: 1 }] }, [])
    expect(Drift.compare(known, Shape.summarise({ r: [{ a: 1 }] }, []), { "r[]": ["a", "b"] })).toEqual({
      ...none,
      disappeared: ["r[].b"]
    })
  })

  it("the keys of data come and go", () => {
    const shape = (json: unknown) => Shape.summarise(json, ["rates"])
    expect(Drift.compare(shape({ rates: { USD: 1 } }), shape({ rates: { GBP: 1 } }))).toEqual(none)
    expect(Drift.compare(shape({ rates: { USD: 1 } }), shape({ rates: {} }))).toEqual(none)
    expect(Drift.compare(shape({ rates: { USD: 1 } }), shape({ rates: { GBP: "1" } }))).toEqual({
      ...none,
      retyped: ["rates.*: number -> string"]
    })
  })
})
