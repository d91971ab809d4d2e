/**
 * The pages that strangers read, README and docs, and the blocks of code in them.
 */
import { readdirSync, readFileSync } from "node:fs"

/** A block of code. */
export interface Block {
  readonly page: string
  /** The line of its code on the page, from 1. */
  readonly line: number
  /** The heading of the second level that it stands below. */
  readonly heading: string
  readonly language: string
  /** What else stands after its language: a file's name, or what the JSON is. */
  readonly note: string
  readonly code: string
}

/** README first, as a stranger reads. */
export const pages: ReadonlyArray<string> = [
  "README.md",
  ...readdirSync("docs")
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => `docs/${name}`)
]

export const textOf = (page: string): string => readFileSync(page, "utf8")

/** The blocks of a page, in order. */
export const blocksOf = (page: string): ReadonlyArray<Block> => {
  const text = textOf(page)
  return [...text.matchAll(/^```(\w*) ?(.*)\n([\s\S]*?)^```$/gm)].map(
    ({ 1: language = "", 2: note = "", 3: code = "", index }) => {
      const before = text.slice(0, index)
      const headings = [...before.replaceAll(/^```[\s\S]*?^```$/gm, "").matchAll(/^## (.*)$/gm)]
      return {
        page,
        line: before.split("\n").length + 1,
        heading: headings.at(-1)?.[1] ?? "",
        language,
        note,
        code
      }
    }
  )
}

/** The blocks below a heading of the second level. */
export const blocksBelow = (page: string, heading: string): ReadonlyArray<Block> =>
  blocksOf(page).filter((block) => block.heading === heading)

/** Where a heading is found: GitHub's anchor of it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, "")
    .replaceAll(" ", "-")

/** The anchors of a page, each with its heading. */
export const anchorsOf = (page: string): ReadonlyMap<string, string> =>
  new Map(
    [
      ...textOf(page)
        .replaceAll(/^```[\s\S]*?^```$/gm, "")
        .matchAll(/^#+ (.*)$/gm)
    ].map(([, heading = ""]) => [anchorOf(heading), heading])
  )

/** The rows of the first table below a heading, without its head: the text of each cell. */
export const tableBelow = (page: string, heading: string): ReadonlyArray<ReadonlyArray<string>> => {
  const [, section = ""] = textOf(page).split(`\n## ${heading}\n`)
  const [table = ""] = /^(?:\|.*\|\n)+/m.exec(section) ?? []
  return table
    .trimEnd()
    .split("\n")
    .slice(2)
    .map((row) =>
      row
        .slice(1, -1)
        .split(" | ")
        .map((cell) => cell.trim())
    )
}
