/**
 * Writes the word lists that come from WordNet 3.0 and SCOWL 2020.12.07:
 *
 *     npm run words -- --wordnet DIRECTORY --scowl DIRECTORY
 *
 * The directories are those of Debian's packages wordnet-base (1:3.0-37, `usr/share/wordnet`) and scowl
 * (2020.12.07-2, `usr/share/dict/scowl`). The same packages give the same files, byte for byte.
 */
import { writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { antonymPairs } from "./words/Antonyms.ts"
import { commonWords } from "./words/CommonWords.ts"
import { antonymsFile, commonWordsFile } from "./words/Render.ts"
import { readScowl } from "./words/Scowl.ts"
import { readWordNet } from "./words/WordNet.ts"

const { values } = parseArgs({ options: { wordnet: { type: "string" }, scowl: { type: "string" } } })
if (values.wordnet === undefined || values.scowl === undefined) {
  console.error("usage: npm run words -- --wordnet DIRECTORY --scowl DIRECTORY")
  process.exit(2)
}

const wordNet = readWordNet(values.wordnet)
const common = commonWords(wordNet, readScowl(values.scowl))
writeFileSync("src/Composites/Queries/words/CommonWords.ts", commonWordsFile(common))
writeFileSync("src/Composites/Verify/words/WordNetAntonyms.ts", antonymsFile(antonymPairs(wordNet, common)))
