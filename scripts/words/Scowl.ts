/**
 * SCOWL's lists of English words by size: the smaller the size, the commoner its words.
 */
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"

/** The sizes that SCOWL calls small. */
const sizes = [10, 20, 35] as const
const spellings = ["english", "american", "british"]
const kinds = ["words", "upper"]

/** Words in lower case with the least size that has them. */
export type Sizes = ReadonlyMap<string, number>

/** Words of the letters a to z in American and British spelling. */
export const readScowl = (directory: string): Sizes => {
  const found = new Map<string, number>()
  for (const size of sizes) {
    for (const name of spellings.flatMap((spelling) => kinds.map((kind) => `${spelling}-${kind}.${size}`))) {
      const path = join(directory, name)
      if (!existsSync(path)) continue
      for (const line of readFileSync(path, "latin1").split("\n")) {
        const word = line.trim().toLowerCase()
        if (/^[a-z]{2,}$/.test(word) && !found.has(word)) found.set(word, size)
      }
    }
  }
  return found
}
