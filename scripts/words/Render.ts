/**
 * The files of the word lists, each with its origin and licences.
 */

/** WordNet wants its notice on every copy, changed ones too. */
const wordNetLicence = `
This software and database is being provided to you, the LICENSEE, by Princeton University under the following license.
By obtaining, using and/or copying this software and database, you agree that you have read, understood, and will comply
with these terms and conditions.:

Permission to use, copy, modify and distribute this software and database and its documentation for any purpose and
without fee or royalty is hereby granted, provided that you agree to comply with the following copyright notice and
statements, including the disclaimer, and that the same appear on ALL copies of the software, database and
documentation, including modifications that you make for internal use or for distribution.

WordNet 3.0 Copyright 2006 by Princeton University. All rights reserved.

THIS SOFTWARE AND DATABASE IS PROVIDED "AS IS" AND PRINCETON UNIVERSITY MAKES NO REPRESENTATIONS OR WARRANTIES, EXPRESS
OR IMPLIED. BY WAY OF EXAMPLE, BUT NOT LIMITATION, PRINCETON UNIVERSITY MAKES NO REPRESENTATIONS OR WARRANTIES OF
MERCHANTABILITY OR FITNESS FOR ANY PARTICULAR PURPOSE OR THAT THE USE OF THE LICENSED SOFTWARE, DATABASE OR DOCUMENTATION
WILL NOT INFRINGE ANY THIRD PARTY PATENTS, COPYRIGHTS, TRADEMARKS OR OTHER RIGHTS.

The name of Princeton University or Princeton may not be used in advertising or publicity pertaining to distribution of
the software and/or database. Title to copyright in this software, database and any associated documentation shall at
all times remain with Princeton University and LICENSEE agrees to preserve same.`

const scowlLicence = `
SCOWL: the collective work is Copyright 2000-2011 by Kevin Atkinson. Permission to use, copy, modify, distribute and sell
these word lists, the associated scripts, the output created from the scripts, and its documentation for any purpose is
hereby granted without fee, provided that the above copyright notice appears in all copies and that both that copyright
notice and this permission notice appear in supporting documentation. Kevin Atkinson makes no representations about the
suitability of this array for any purpose. It is provided "as is" without express or implied warranty.`

const comment = (text: string): string =>
  [
    "/**",
    ...text
      .trim()
      .split("\n")
      .map((line) => ` * ${line}`.trimEnd()),
    " */"
  ].join("\n")

const widest = 116

/** Words in lines of about equal width. */
const lines = (words: ReadonlyArray<string>): string => {
  const filled: Array<string> = []
  for (const word of words) {
    const last = filled.at(-1)
    if (last === undefined || last.length + word.length >= widest) filled.push(word)
    else filled.splice(-1, 1, `${last} ${word}`)
  }
  return filled.map((line) => `  ${line}\n`).join("")
}

/** The commonest words as a module. */
export const commonWordsFile = (words: ReadonlyArray<string>): string => `${comment(`
The ${words.length} commonest English words that carry content, the commonest first. Origin: the counts of WordNet 3.0
(Princeton University, https://wordnet.princeton.edu) and the small sizes of SCOWL 2020.12.07
(http://wordlist.aspell.net), compiled by \`npm run words\`.

${wordNetLicence.trim()}

${scowlLicence.trim()}`)}
import { words } from "../../Verify/words/WordList.ts"

export const commonWords = words(\`
${lines(words)}\`)
`

/** The antonyms as a module: a pair a line. */
export const antonymsFile = (pairs: ReadonlyArray<readonly [string, string]>): string => `${comment(`
Direct antonyms among the commonest English words: if the one holds of a thing, the other does not. Origin: WordNet 3.0
(Princeton University, https://wordnet.princeton.edu), the pairs whose words are both in \`CommonWords.ts\`, compiled by
\`npm run words\`.

${wordNetLicence.trim()}`)}
import { groups } from "./WordList.ts"

export const wordNetAntonyms: ReadonlyArray<ReadonlyArray<string>> = groups(\`
${pairs.map((pair) => `  ${pair.join(" ")}\n`).join("")}\`)
`
