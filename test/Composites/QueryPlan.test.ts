import { describe, expect, it } from "vitest"
import { askAboutEach, askAll, askResearch } from "../../src/Composites/QueryPlan.ts"

describe("askAll", () => {
  it("asks each source once, in the order of the request", () => {
    expect(askAll("Coffee is healthy", ["news", "academic", "news", "knowledge"], 5)).toEqual([
      { source: "news", part: 0, search: { all: ["healthy"], any: ["coffee"] }, limit: 5, records: 15 },
      { source: "academic", part: 0, search: { anyOf: ["healthy", "coffee"] }, limit: 5 },
      { source: "knowledge", part: 0, search: "Coffee", limit: 5 }
    ])
  })

  it.each([
    [3, [3, 3, 3]],
    [12, [12, 12, 12]],
    [20, [20, 20, 20]],
    [30, [30, 30, 20]]
  ])("asks for %d at most, but for no more than a source gives", (maxSources, expected) => {
    const asks = askAll("coffee", ["academic", "news", "knowledge"], maxSources)
    expect(asks.map((ask) => ("limit" in ask ? ask.limit : undefined))).toEqual(expected)
  })
})

describe("askResearch", () => {
  it.each([
    [["government", "news"] as const, "table", ["government", "news"]],
    [["government", "government"] as const, "table", ["government"]],
    [["news"] as const, undefined, ["news"]]
  ])("of %j", (sources, table, expected) => {
    expect(askResearch("coffee", sources, 5, table).map(({ source }) => source)).toEqual(expected)
  })

  it("asks the census for its table", () => {
    expect(askResearch("coffee", ["government"], 5, { year: 2019 })).toEqual([
      { source: "government", part: 0, table: { year: 2019 } }
    ])
  })
})

describe("askAboutEach", () => {
  it("asks academic and knowledge for each subject, news once for any of them", () => {
    expect(askAboutEach("Mercury vs Venus", ["academic", "news", "knowledge"], 5)).toEqual([
      { source: "academic", part: 0, search: { query: "Mercury" }, limit: 2 },
      { source: "academic", part: 1, search: { query: "Venus" }, limit: 2 },
      { source: "news", part: 0, search: { all: [], any: ["Mercury", "Venus"] }, limit: 5, records: 15 },
      { source: "knowledge", part: 0, search: "Mercury", limit: 2 },
      { source: "knowledge", part: 1, search: "Venus", limit: 2 }
    ])
  })

  it.each([
    // The archive takes no word of two letters.
    ["China vs US", ["China", "United States"]],
    ["UK vs EU", ["United Kingdom", "European Union"]],
    ["coronavirus vs flu", ["coronavirus", "flu"]],
    ["4G vs fibre", ["4G", "fibre"]]
  ])("asks news of every subject of %j, spelled out where it is too short", (query, any) => {
    expect(askAboutEach(query, ["news"], 5)).toMatchObject([{ search: { all: [], any } }])
  })

  it("asks for one subject like the others", () => {
    expect(askAboutEach("What is Mercury?", ["news", "knowledge"], 5)).toEqual([
      { source: "news", part: 0, search: { all: ["mercury"], any: [] }, limit: 5, records: 15 },
      { source: "knowledge", part: 0, search: "Mercury", limit: 5 }
    ])
  })

  it.each([
    ["a vs b vs c", 10, 3],
    ["a vs b vs c vs d", 10, 2],
    ["a vs b vs c vs d", 3, 1],
    ["a vs b", 1, 1],
    ["a", 10, 10]
  ])("divides the limit: %j, %d", (query, limit, share) => {
    const limits = askAboutEach(query, ["academic"], limit).map((ask) =>
      "limit" in ask ? ask.limit : undefined
    )
    expect(new Set(limits)).toEqual(new Set([share]))
  })
})
