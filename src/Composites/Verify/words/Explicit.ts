/**
 * Words and phrases by which a headline calls a statement untrue in so many words, so that it needs no more of the
 * statement. Origin: written for this project, out of the language of fact-checking. Not among them: "denies", "rejects"
 * and other words that headlines have of people and courts, and a mere "not".
 */
import { phrases, words } from "./WordList.ts"

/** Compared by stem. */
export const explicitWords = words(`
  hoax hoaxes fake faked false falsely debunk debunks debunked myth untrue bogus baseless misinformation satire satirical
  fabricated photoshopped
`)

/** Compared word by word, by stem. */
export const explicitPhrases = phrases(`
  no evidence
  no proof
  no truth
  not true
  not real
  never happened
  fact check
  fact checked
  urban legend
`)
