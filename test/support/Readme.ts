/**
 * The code of README, which is tried as it stands there.
 */
import { readFileSync } from "node:fs"

/** A block of code: its language, what else stands after it (a file's name), and the code. */
interface Block {
  readonly language: string
  readonly file: string
  readonly code: string
}

/** The blocks below a heading of the second level, in order. */
export const blocks = (heading: string): ReadonlyArray<Block> => {
  const [, section = ""] = readFileSync("README.md", "utf8").split(`\n## ${heading}\n`)
  const [own = ""] = section.split("\n## ")
  return [...own.matchAll(/^```(\w+) ?(\S*)\n([\s\S]*?)^```$/gm)].map(
    ([, language = "", file = "", code = ""]) => ({ language, file, code })
  )
}
