/**
 * One verification over made-up texts, soon after the start of a process. Word lists are compared by stem, patterns are
 * compiled when they are first used, and code that has run is faster: the first call would pay for all that with several
 * times the processor time of a later one, while others wait.
 */
import type { Steps } from "../Runtime/Steps.ts"
import { commonWords } from "./Queries/words/CommonWords.ts"
import { askClaim } from "./QueryPlan.ts"
import type { EvidenceSource } from "./Source.ts"
import { providerOf } from "./Source.ts"
import { type Item, type Verification, verifySteps } from "./Verify/index.ts"

const sources: ReadonlyArray<EvidenceSource> = ["academic", "news", "knowledge"]
const maxSources = 36

const claim =
  "The new vaccine of Example Labs reduced infections by 40 percent in 2021, more than the old one."

const headline = (title: string): Item => ({
  provider: providerOf.news,
  title,
  url: null,
  text: null,
  language: "English"
})

/** Each takes another way to its stance. */
const headlines = [
  "New vaccine of Example Labs reduced infections by 40 percent in 2021",
  "Example Labs says its new vaccine may have reduced infections by 40%",
  "No evidence that the new vaccine of Example Labs reduced infections: fact check",
  "Did the new vaccine of Example Labs reduce infections in 2021?",
  "Regulator withdraws the new vaccine of Example Labs – “a hoax”, it isn’t"
].map(headline)

const abstract = [
  "We compared the new vaccine of Example Labs with an older one in twenty five hospitals, e.g. in Spain and France.",
  "Infections decreased by 40.5% (95% CI 30 to 50) in the vaccine group, and they did not decrease without it.",
  "There was no significant difference between men and women; higher doses were not associated with lower risk.",
  "In conclusion, the new vaccine reduced infections in 2021 more than the old one, which cost $1,500 for 3 doses."
].join(" ")

const work = (title: string, text: string): Item => ({
  provider: providerOf.academic,
  title,
  url: null,
  text,
  language: null
})

const entity: Item = {
  provider: providerOf.knowledge,
  title: "Example Labs",
  url: null,
  text: "Spanish company that reduced vaccine infections",
  language: "en"
}

const rowsOf = <A>(all: ReadonlyArray<A>, size: number): ReadonlyArray<ReadonlyArray<A>> =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size)
  )

const [wordsOfSentence, sentencesOfText] = [20, 5]

/** Texts of the common words, whose tokens are kept from then on. */
const commonTexts = (): ReadonlyArray<Item> =>
  rowsOf(rowsOf(commonWords, wordsOfSentence), sentencesOfText).map((sentences) =>
    work("", sentences.map((words) => `${words.join(" ")}.`).join(" "))
  )

/** In steps, so that calls that come in the meantime are answered. */
export function* warmUp(): Steps<Verification<Item>> {
  askClaim(claim, sources, maxSources)
  yield undefined
  return yield* verifySteps({
    claim,
    items: [...headlines, work("A vaccine of Example Labs", abstract), entity, ...commonTexts()],
    sources: sources.map((source) => providerOf[source]),
    maxSources
  })
}
