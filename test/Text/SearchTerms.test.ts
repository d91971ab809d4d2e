import { describe, expect, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { isSearchable, searchTerms } from "../../src/Text/SearchTerms.ts"
import { runs } from "../support/setup/Runs.ts"

const long = (letter: string) => `"${letter.repeat(81)}"`

describe("searchTerms", () => {
  it.each([
    // Every line of the table of OpenAlex's rules.
    ["What is CRISPR?", "What is CRISPR"],
    ["machine * learning*", "machine learning"],
    ["!important", "important"],
    ["coffee|tea", "coffee tea"],
    [
      `${long("a")} ${long("b")} ${long("c")} ${long("d")}`,
      "abcd"
        .split("")
        .map((letter) => letter.repeat(81))
        .join(" ")
    ],
    [`${long("a")} ${long("b")} ${long("c")}`, `${long("a")} ${long("b")} ${long("c")}`],
    ["coffee AND tea OR cocoa NOT milk", "coffee and tea or cocoa not milk"],
    ["AND-gates, NOTABLE ORs", "AND-gates, NOTABLE ORs"],
    ['a "deep learning"~3 b^2', 'a "deep learning" 3 b 2'],
    ['an unbalanced " quote', "an unbalanced quote"],
    ["an unbalanced (parenthesis", "an unbalanced parenthesis"],
    ["input/output: x < y > z", "input/output: x < y > z"],
    ["[a] {b} c\\d", "a b c d"],
    ["  many \t\n blanks ", "many blanks"],
    // Beyond the table: Lucene's other operators.
    ["vitamin -C +D", "vitamin C D"],
    ['-"a phrase" COVID-19', '"a phrase" COVID-19'],
    ["cats && dogs, AT&T", "cats dogs, AT&T"],
    ["'deep learning' in Alzheimer's", "deep learning in Alzheimer's"],
    ['an empty "" phrase', "an empty phrase"],
    ['"?"', ""],
    ["C*-algebras", "C algebras"],
    ["¿Qué es la vida?", "¿Qué es la vida"],
    ["量子力学", "量子力学"],
    ["machine lear\u00adning\u200b, \u202aeco\u0001 logy", "machine learning, eco logy"],
    ["Schro\u0308dinger", "Schr\u00f6dinger"]
  ])("%j", (query, terms) => {
    expect(searchTerms(query)).toBe(terms)
  })

  it("is done after one time, and keeps every letter and digit", () => {
    const query = FastCheck.array(FastCheck.constantFrom(..."aB7 \"'?*+-&|(~/:.,", "AND", " NOT ", "ü")).map(
      (all) => all.join("")
    )
    const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "")
    FastCheck.assert(
      FastCheck.property(query, (text) => {
        const terms = searchTerms(text)
        expect(searchTerms(terms)).toBe(terms)
        expect(letters(terms)).toBe(letters(text))
        expect(terms).not.toMatch(/[?*!|~()[\]{}^\\]|^\s|\s$|\s\s/)
      }),
      { numRuns: runs(2000) }
    )
  })
})

describe("isSearchable", () => {
  it.each(["a", "7", "or", "or not", "ü", "量", "not now", "android", "C++"])("%s", (query) => {
    expect(isSearchable(query)).toBe(true)
  })

  it.each([
    "?",
    "* ?",
    "...",
    '""',
    "—",
    "/ : < >",
    "AND",
    "and not",
    "NOT AND not",
    '"and"',
    "&",
    "😀",
    "-"
  ])("not %s", (query) => {
    expect(isSearchable(query)).toBe(false)
  })
})
