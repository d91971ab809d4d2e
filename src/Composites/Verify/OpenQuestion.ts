/**
 * Sentences of a text that leave open what a claim says: it is not known, or it is what a study sets out to find. Origin of
 * the words: written for this project from the usual sentences of introductions, aims and protocols.
 */
import type { Claim } from "./Claim.ts"
import { phrase, phraseFinder, type Sentence } from "./Sentence.ts"
import type { Token } from "./Tokens.ts"
import { copulas } from "./words/Sameness.ts"
import { phrases, words } from "./words/WordList.ts"

const openPhrases = phrases(`
  whether
  not clear
  not known
  not yet clear
  not yet known
  not well known
  not been established
  not been determined
  remains to be
  remain to be
  yet to be
  hypothesize that
  hypothesized that
  hypothesise that
  hypothesised that
  hypothesis that
`)

/** Behind a copula these tell that nobody knows. */
const openWords = words(`
  unclear unknown uncertain undetermined unresolved inconclusive controversial debated
`)

/** What a study does to find something out. */
const studyVerbs = words(`
  determine assess evaluate examine investigate test explore study compare analyse analyze clarify estimate identify
`)

/** Before "to" and such a verb these tell what a study is for. */
const aims = words(`
  aim aims aimed objective objectives purpose goal goals designed sought seek seeks intended
`)

/** Beside these the sentence tells what came out. */
const findings = words(`
  find finds found show shows showed shown demonstrate demonstrates demonstrated reveal reveals revealed conclude
  concludes concluded confirm confirms confirmed suggest suggests suggested indicate indicates indicated observe
  observed reported result results because
`)

/** What is open is how it comes, or how much: that it is so is taken for granted. */
const manners = words(`
  how why mechanism mechanisms reason reasons pathway pathways extent magnitude
`)

const openAt = phraseFinder(openPhrases.map(phrase))
const open = new Set(openWords)
const copula = new Set([...copulas, "remain", "remains", "remained"])
const study = new Set(studyVerbs)
const aim = new Set(aims)
const finding = new Set(findings)
const manner = new Set(manners)

/** How far before its predicate a copula stands, in words: "is still largely unknown". */
const reachBack = 4

/** "Remains unclear"; not "of unknown cause". */
const isPredicate = (tokens: ReadonlyArray<Token>, index: number): boolean =>
  open.has(tokens[index]?.text ?? "") &&
  tokens.slice(Math.max(0, index - reachBack), index).some(({ text }) => copula.has(text))

/** "Will test", "aimed to assess". */
const isAim = (tokens: ReadonlyArray<Token>, index: number): boolean => {
  const [verb, before] = [tokens[index]?.text ?? "", tokens[index - 1]?.text]
  if (!study.has(verb)) return false
  return before === "will" || (before === "to" && tokens.slice(0, index).some(({ text }) => aim.has(text)))
}

/** "Whether or not they smoke" leaves nothing open. */
const isEither = (tokens: ReadonlyArray<Token>, index: number): boolean =>
  tokens[index]?.text === "whether" && tokens[index + 1]?.text === "or" && tokens[index + 2]?.text === "not"

const cueAt = (tokens: ReadonlyArray<Token>, index: number): string | undefined => {
  if (isEither(tokens, index)) return undefined
  const found = openAt(tokens, index)
  if (found !== undefined) return found.text
  return isPredicate(tokens, index) || isAim(tokens, index) ? tokens[index]?.text : undefined
}

/** Whether a clause begins at a token: "aspirin helps, but whether it heals is unknown". */
const isBoundary = ({ kind, text }: Token): boolean =>
  text === "but" || (kind === "mark" && text !== '"' && text !== "(" && text !== ")")

/** The clause of each token, by number. */
const clausesOf = (tokens: ReadonlyArray<Token>): ReadonlyArray<number> => {
  let clause = 0
  return tokens.map((token) => (isBoundary(token) ? ++clause : clause))
}

/**
 * The words by which a sentence leaves open what a claim says; none when it tells what was found as well, when it asks
 * how or why it is so, when another clause has as much of the claim, and when the claim leaves it open too.
 */
export const openWordsIn = (claim: Claim, { stems, tokens }: Sentence): ReadonlyArray<string> => {
  const cues = tokens.flatMap(({ stem }, index) => {
    const text = claim.stems.has(stem) ? undefined : cueAt(tokens, index)
    return text === undefined ? [] : [{ index, text }]
  })
  if (cues.length === 0 || tokens.some(({ text }) => finding.has(text) || manner.has(text))) return []
  const clauses = clausesOf(tokens)
  const open = new Set(cues.map(({ index }) => clauses[index]))
  const told = new Set(tokens.flatMap(({ stem }, index) => (open.has(clauses[index]) ? [] : [stem])))
  const isTold = claim.terms.every(({ stem }) => told.has(stem) || !stems.has(stem))
  return isTold ? [] : cues.map(({ text }) => text)
}
