import { describe, expect, it } from "vitest"
import type { Item } from "../../../src/Composites/Verify/index.ts"
import { type Candidate, select } from "../../../src/Composites/Verify/Selection.ts"
import type { EvidenceProvider } from "../../../src/Resources/Evidence.ts"

const sources: ReadonlyArray<EvidenceProvider> = ["academic.search", "news.search", "knowledge.search"]

const candidate = (name: string, relevance: number, fields: Partial<Item> = {}): Candidate => ({
  channel: fields.provider === "news.search" ? "headline" : "short",
  relevance,
  item: {
    provider: "academic.search",
    title: name,
    url: `https://example.com/${encodeURIComponent(name)}`,
    text: null,
    language: null,
    ...fields
  }
})

const news = { provider: "news.search" } as const
const knowledge = { provider: "knowledge.search" } as const

const titles = (all: ReadonlyArray<Candidate>, maxSources = 30): ReadonlyArray<string> => {
  const found = select(all, sources, maxSources).map(({ item }) => item.title)
  // Whatever the order in which they come.
  expect(select(all.toReversed(), sources, maxSources).map(({ item }) => item.title)).toEqual(found)
  return found
}

describe("select: copies", () => {
  it.each([
    [
      "the same DOI",
      candidate("b", 1, { doi: "10.1/X" }),
      candidate("a", 1, { doi: "https://doi.org/10.1/x" }),
      ["a"]
    ],
    [
      "the same address",
      candidate("b", 1, { url: "https://example.com/1" }),
      candidate("a", 1, { url: "http://www.example.com/1/?utm_source=x" }),
      ["a"]
    ],
    [
      "the same title",
      candidate("A b", 1, news),
      candidate("a, B!", 1, { ...news, url: "https://x.example" }),
      ["A b"]
    ],
    [
      "a title in another channel",
      candidate("a", 1),
      candidate("a", 1, { ...news, url: "https://x.example" }),
      ["a", "a"]
    ],
    // The first source's copy stays, though less relevant.
    [
      "the address at another source",
      candidate("b", 0.5, { url: "https://example.com/1" }),
      candidate("a", 1, { ...news, url: "https://example.com/1" }),
      ["b"]
    ],
    [
      "the name of another entity",
      candidate("Mercury", 1, { ...knowledge, text: "planet", url: "https://x.example/1" }),
      candidate("Mercury", 1, { ...knowledge, text: "element", url: "https://x.example/2" }),
      ["Mercury", "Mercury"]
    ],
    ["no address", candidate("a", 1, { url: null }), candidate("b", 1, { url: null }), ["a", "b"]],
    ["no title", candidate("", 1), candidate("!", 1), ["", "!"]]
  ])("%s", (_, one, other, expected) => {
    expect(titles([one, other])).toEqual(expected)
  })
})

describe("select: order", () => {
  it("is by relevance, then source, then title, then address", () => {
    expect(
      titles([
        candidate("e", 1, knowledge),
        candidate("d", 1, news),
        candidate("c", 1),
        candidate("b", 1),
        candidate("a", 0.5),
        candidate("f", 2)
      ])
    ).toEqual(["f", "b", "c", "d", "e", "a"])
  })
})

describe("select: places", () => {
  const of = (prefix: string, count: number, relevance: number, fields: Partial<Item> = {}) =>
    Array.from({ length: count }, (_, index) => candidate(`${prefix}${index}`, relevance, fields))

  it.each([
    // Each of three sources has one place of three, whatever the relevance.
    [3, ["b0", "a0", "c0"]],
    // One place is left over: it goes to the most relevant.
    [4, ["b0", "b1", "a0", "c0"]],
    [5, ["b0", "b1", "b2", "a0", "c0"]],
    [6, ["b0", "b1", "a0", "a1", "c0", "c1"]]
  ])("%d", (maxSources, expected) => {
    const all = [...of("a", 3, 1), ...of("b", 5, 2, news), ...of("c", 3, 0.5, knowledge)]
    expect(titles(all, maxSources)).toEqual(expected)
  })

  it("of a source that has nothing go to the others", () => {
    expect(titles([...of("a", 4, 1), ...of("b", 1, 0.5, news)], 3)).toEqual(["a0", "a1", "b0"])
  })

  it("of one source are all", () => {
    expect(select(of("a", 9, 1), ["academic.search"], 7)).toHaveLength(7)
  })
})
