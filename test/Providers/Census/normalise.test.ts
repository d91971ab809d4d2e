import { describe, expect, it } from "@effect/vitest"
import { Either, FastCheck, Schema } from "effect"
import { emptyTable, normalise } from "../../../src/Providers/Census/normalise.ts"
import { TableReply } from "../../../src/Providers/Census/schema.ts"
import type { CensusQuery } from "../../../src/Providers/ports/CensusTables.ts"
import {
  annotations2022,
  arizona2015,
  counties2009,
  districts2009,
  nation2009,
  states2009,
  states2019,
  tracts2009
} from "./fixtures.ts"

const query: CensusQuery = {
  dataset: "acs/acs5",
  year: 2009,
  variables: ["NAME", "B01001_001E"],
  forGeography: "state:*"
}

const decode = Schema.decodeUnknownEither(TableReply)

/** Columns and rows; in words why there are none. Without variables every header is the one that was asked for. */
const read = (body: unknown, variables: ReadonlyArray<string> = []): unknown =>
  Either.match(decode(body), {
    onLeft: () => "wrong shape",
    onRight: (reply) =>
      Either.match(normalise({ ...query, variables }, reply), {
        onLeft: ({ _tag, reason }) => `${_tag}: ${reason}`,
        onRight: ({ columns, rows }) => [columns, ...rows]
      })
  })

describe("normalise: recorded replies", () => {
  it("dataset and year are those of the query", () => {
    const reply = Either.getOrThrow(decode(JSON.parse(arizona2015)))
    expect(normalise({ ...query, year: 2015 }, reply)).toEqual(
      Either.right({
        dataset: "acs/acs5",
        year: 2015,
        columns: ["NAME", "B01001_001E", "state"],
        rows: [{ NAME: "Arizona", B01001_001E: "6641928", state: "04" }]
      })
    )
  })

  it.each([
    {
      name: "states, leading zeros kept",
      body: states2019,
      table: [
        ["NAME", "B01001_001E", "state"],
        { NAME: "Alabama", B01001_001E: "4903185", state: "01" },
        { NAME: "Alaska", B01001_001E: "731158", state: "02" },
        { NAME: "Arizona", B01001_001E: "7278717", state: "04" }
      ]
    },
    {
      name: "states in the provider's order",
      body: states2009,
      table: [
        ["NAME", "B01001_001E", "state"],
        { NAME: "Alaska", B01001_001E: "683142", state: "02" },
        { NAME: "Alabama", B01001_001E: "4633360", state: "01" }
      ]
    },
    {
      name: "the nation",
      body: nation2009,
      table: [["NAME", "B01001_001E", "us"], { NAME: "United States", B01001_001E: "301461533", us: "1" }]
    },
    {
      name: "counties, with the state that they are in",
      body: counties2009,
      table: [
        ["NAME", "B01001_001E", "state", "county"],
        { NAME: "Aleutians East Borough, Alaska", B01001_001E: "2959", state: "02", county: "013" },
        { NAME: "Aleutians West Census Area, Alaska", B01001_001E: "5505", state: "02", county: "016" }
      ]
    }
  ])("$name", ({ body, table }) => {
    expect(read(JSON.parse(body))).toEqual(table)
  })

  it("a level with a blank in its name", () => {
    expect(read(JSON.parse(districts2009))).toContainEqual({
      NAME: "Congressional District 1, Alabama (111th Congress)",
      B01001_001E: "668448",
      state: "01",
      "congressional district": "01"
    })
  })

  it("three levels", () => {
    expect(read(JSON.parse(tracts2009))).toContainEqual({
      NAME: "Census Tract 4003, Alameda County, California",
      B01001_001E: "4964",
      state: "06",
      county: "001",
      tract: "400300"
    })
  })

  it("codes in place of an estimate stay what they are; null is an empty text", () => {
    const columns = [
      "state",
      "county",
      "tract",
      "B11012_001E",
      "B19013_001E",
      "B19013_001EA",
      "B19013_001M",
      "B19013_001MA",
      "GEO_ID"
    ]
    const row = (...cells: ReadonlyArray<string>) =>
      Object.fromEntries(cells.map((cell, at) => [columns[at], cell]))
    expect(read(annotations2022)).toEqual([
      columns,
      row("11", "001", "000903", "358", "250001", "250,000+", "-333333333", "***", "1400000US11001000903"),
      row("11", "001", "006804", "18", "-666666666", "-", "-222222222", "**", "1400000US11001006804"),
      row("11", "001", "007703", "2340", "59369", "", "24077", "", "(cut)")
    ])
  })

  it("walkerke/tidycensus #592, #569: the planning regions of Connecticut pass like any county", () => {
    expect(
      read([
        ["NAME", "state", "county"],
        ["Capitol Planning Region, Connecticut", "09", "110"]
      ])
    ).toEqual([
      ["NAME", "state", "county"],
      { NAME: "Capitol Planning Region, Connecticut", state: "09", county: "110" }
    ])
  })
})

const header = ["NAME", "B01001_001E", "state"]

describe("normalise", () => {
  it.each([
    [
      "in the order asked for",
      ["NAME", "B01001_001E"],
      [header, { NAME: "a", B01001_001E: "1", state: "01" }]
    ],
    ["a level of the geography", ["NAME", "state"], [header, { NAME: "a", B01001_001E: "1", state: "01" }]],
    ["not all that were asked for", ["NAME", "B01001_002E"], "ProviderBadResponse: other columns"]
  ])("the columns: %s", (_, variables, table) => {
    expect(read([header, ["a", "1", "01"]], variables)).toEqual(table)
  })

  it.each<readonly [name: string, body: unknown, table: unknown]>([
    ["a header alone", [header], [header]],
    ["null, never a text of that name", [["NAME"], [null]], [["NAME"], { NAME: "" }]],
    [
      "numbers and booleans as texts",
      [
        ["A", "B", "C", "D"],
        [1, -2.5, true, false]
      ],
      [["A", "B", "C", "D"], { A: "1", B: "-2.5", C: "true", D: "false" }]
    ],
    [
      "sentinels as they come",
      [
        ["A", "B", "C", "D"],
        ["-666666666", "-666666666.0", "N", "*****"]
      ],
      [["A", "B", "C", "D"], { A: "-666666666", B: "-666666666.0", C: "N", D: "*****" }]
    ],
    [
      "a repeated column counts once, its first value wins",
      [
        ["NAME", "state", "NAME", "state"],
        ["a", "01", "b", "02"]
      ],
      [["NAME", "state"], { NAME: "a", state: "01" }]
    ],
    [
      "a row that is too short",
      [header, ["a", "1"], ["b", "2", "02"]],
      [header, { NAME: "b", B01001_001E: "2", state: "02" }]
    ],
    [
      "a row that is too long",
      [header, ["a", "1", "01", "x"], ["b", "2", "02"]],
      [header, { NAME: "b", B01001_001E: "2", state: "02" }]
    ],
    [
      "a row that is none",
      [header, null, ["b", "2", "02"], { NAME: "c" }],
      [header, { NAME: "b", B01001_001E: "2", state: "02" }]
    ],
    [
      "a cell that is none",
      [header, ["a", ["1"], "01"], ["b", "2", "02"]],
      [header, { NAME: "b", B01001_001E: "2", state: "02" }]
    ],
    ["rows of the wrong length alone", [header, ["a", "1"], ["b"]], "ProviderBadResponse: malformed rows"],
    ["rows that are none alone", [header, null, {}], "ProviderBadResponse: malformed rows"],
    [
      "the name of a column that objects have already",
      [
        ["__proto__", "A"],
        ["x", "y"]
      ],
      [
        ["__proto__", "A"],
        Object.fromEntries([
          ["__proto__", "x"],
          ["A", "y"]
        ])
      ]
    ],
    ["no header", [], "wrong shape"],
    ["an empty header", [[], []], "wrong shape"],
    ["a header with a null", [["NAME", null]], "wrong shape"],
    ["a header with a number", [["NAME", 1]], "wrong shape"],
    ["a list of texts", ["NAME"], "wrong shape"],
    ["an object", { NAME: [] }, "wrong shape"],
    ["null", null, "wrong shape"]
  ])("%s", (_, body, table) => {
    expect(read(body)).toEqual(table)
  })

  it("an infinity, which JSON can spell", () => {
    expect(read(JSON.parse('[["A"],[1e999],["2"]]'))).toEqual([["A"], { A: "2" }])
  })

  it("a large table is read whole", () => {
    const rows = Array.from({ length: 3222 }, (_, index) => ["a", String(index), "01"])
    const result = Either.flatMap(decode([header, ...rows]), (reply) => normalise(query, reply))
    expect(Either.map(result, (table) => table.rows.length)).toEqual(Either.right(3222))
  })
})

describe("emptyTable", () => {
  it("has the columns that were asked for, each once", () => {
    expect(emptyTable({ ...query, variables: ["NAME", "B01001_001E", "NAME"] })).toEqual({
      dataset: "acs/acs5",
      year: 2009,
      columns: ["NAME", "B01001_001E"],
      rows: []
    })
  })
})

describe("whatever comes", () => {
  it("never throws, and every row has a text for every column", () => {
    const row = FastCheck.oneof(
      FastCheck.jsonValue(),
      FastCheck.array(FastCheck.oneof(FastCheck.string(), FastCheck.jsonValue()), { maxLength: 3 })
    )
    const names = FastCheck.array(FastCheck.oneof(FastCheck.constantFrom("A", "B"), FastCheck.string()), {
      maxLength: 3
    })
    const body = FastCheck.oneof(
      FastCheck.jsonValue(),
      FastCheck.tuple(names, FastCheck.array(row)).map(([first, rest]) => [first, ...rest])
    )
    FastCheck.assert(
      FastCheck.property(body, (json) => {
        const result = Either.flatMap(decode(json), (reply) => normalise({ ...query, variables: [] }, reply))
        if (Either.isLeft(result)) return
        for (const found of result.right.rows) {
          expect(Object.keys(found).sort()).toEqual([...result.right.columns].sort())
          for (const value of Object.values(found)) expect(typeof value).toBe("string")
        }
      })
    )
  })
})
