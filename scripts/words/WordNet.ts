/**
 * The files of WordNet 3.0 (their formats: wndb(5WN), cntlist(5WN)), as far as the word lists need them.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"

const parts = ["noun", "verb", "adj", "adv"] as const
/** A part of speech, by the name of its files. */
export type Part = (typeof parts)[number]

export interface WordNet {
  /** How often a lemma was tagged in the texts of the semantic concordances, over all of its senses. */
  readonly count: (part: Part, lemma: string) => number
  readonly has: (part: Part, lemma: string) => boolean
  /** The lemmas of an irregular form. */
  readonly irregular: (part: Part, form: string) => ReadonlyArray<string>
  /** Pairs of words that its editors joined as direct antonyms; both directions. */
  readonly antonyms: ReadonlyArray<readonly [part: Part, one: string, other: string]>
}

/** The part of speech of the digit in a sense key; adjective satellites are adjectives. */
const partOf: Readonly<Record<string, Part>> = { 1: "noun", 2: "verb", 3: "adj", 4: "adv", 5: "adj" }
const fileOf: Readonly<Record<string, Part>> = { n: "noun", v: "verb", a: "adj", s: "adj", r: "adv" }

/** A file's lines without the licence at its head, whose lines are indented. */
const linesOf = (directory: string, name: string): ReadonlyArray<string> =>
  readFileSync(join(directory, name), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("  "))

/** The words of a synset; a marker of syntax such as `(a)` is none of its adjective. */
const synset = (line: string) => {
  const [fields = ""] = line.split(" | ")
  const [offset = "", , , count = "0", ...rest] = fields.trim().split(" ")
  const size = Number.parseInt(count, 16)
  const words = Array.from({ length: size }, (_, index) =>
    (rest[2 * index] ?? "").replace(/\(.*\)$/, "").toLowerCase()
  )
  const pointers = rest.slice(2 * size + 1)
  const antonyms = pointers.flatMap((symbol, index) => {
    const [target = "", part = "", places = ""] = pointers.slice(index + 1, index + 4)
    return symbol === "!"
      ? [
          {
            target: `${fileOf[part]} ${target}`,
            from: Number.parseInt(places.slice(0, 2), 16),
            to: Number.parseInt(places.slice(2), 16)
          }
        ]
      : []
  })
  return { offset, words, antonyms }
}

/** Reads the directory of WordNet's files. */
export const readWordNet = (directory: string): WordNet => {
  const counts = new Map<string, number>()
  for (const line of linesOf(directory, "cntlist.rev")) {
    const [key = "", , count = "0"] = line.split(" ")
    const [lemma = "", rest = ""] = key.split("%")
    const name = `${partOf[rest.charAt(0)]} ${lemma}`
    counts.set(name, (counts.get(name) ?? 0) + Number(count))
  }
  const lemmas = new Map(
    parts.map((part) => [
      part,
      new Set(linesOf(directory, `index.${part}`).map((line) => line.split(" ")[0]))
    ])
  )
  const exceptions = new Map(
    parts.map((part) => [
      part,
      new Map(linesOf(directory, `${part}.exc`).map((line) => [line.split(" ")[0], line.split(" ").slice(1)]))
    ])
  )
  const synsets = parts.flatMap((part) =>
    linesOf(directory, `data.${part}`).map((line) => ({ part, ...synset(line) }))
  )
  const byOffset = new Map(synsets.map(({ offset, part, words }) => [`${part} ${offset}`, words]))
  return {
    count: (part, lemma) => counts.get(`${part} ${lemma}`) ?? 0,
    has: (part, lemma) => lemmas.get(part)?.has(lemma) ?? false,
    irregular: (part, form) => exceptions.get(part)?.get(form) ?? [],
    antonyms: synsets.flatMap(({ antonyms, part, words }) =>
      antonyms.flatMap(({ from, target, to }) => {
        const [one, other] = [words[from - 1], byOffset.get(target)?.[to - 1]]
        return one === undefined || other === undefined ? [] : [[part, one, other] as const]
      })
    )
  }
}
