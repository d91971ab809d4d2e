/**
 * Words and phrases that call a statement untrue. Origin: written for this project, after the language of
 * fact-checking and of corrections, and the denying headlines of the development half of Emergent (Ferreira and Vlachos,
 * Emergent: a novel data-set for stance classification, 2016). Words that more often
 * tell of something else than of a statement are left out ("invented", "lies"), or listed with what they need
 * ("conspiracy theory", "shoots down claim", "fails to").
 */
import { phrases, words } from "./WordList.ts"

/** Compared by stem. */
export const refutationWords = words(`
  hoax hoaxes hoaxer fake faked fakery false falsely falsehood debunk debunked debunker myth mythical untrue untruth
  deny denied denying denial denies refute refuted refutation disprove disproved disproven contradict contradiction
  contradictory bogus baseless groundless unfounded unsubstantiated misleading mislead misled misinformation
  disinformation fabricate fabricated fabrication satire satirical spoof parody prank pranks prankster wrong wrongly
  incorrect incorrectly inaccurate inaccuracy erroneous erroneously misconception fallacy retract retracted retraction
  dismiss dismissed dismissal reject rejected rejection discredit discredited scam swindle photoshopped rubbish
  rubbished nonsense fictitious exaggerated exaggeration overstated overblown phony phoney sham fraud fraudulent
  rebut rebutted rebuttal repudiate repudiated disavow disavowed invalid invalidate mistaken mistakenly misreported
  misquoted impostor imposter hogwash bunk baloney pseudoscience quash quashed
`)

/** Compared as they stand: their stems are words of another meaning ("stage", "doctor", "fiction", "dispute", "lie"). */
export const refutationForms = words(`
  staged doctored fictional disputed disputes lied liar
`)

const verdicts = phrases(`
  no evidence
  no proof
  no truth
  no basis
  no sign
  no plans
  no longer
  not true
  not real
  not actually
  never happened
  yet to
  fail to
  failure to
  far from
  anything but
  contrary to
  instead of
  rather than
  ruled out
  called off
  turns down
  backs out
  walks back
  made up
  fact check
  fact checked
  record straight
  urban legend
  tall tale
  conspiracy theory
`)

/** Of a talk they end it; of a road or an aircraft they tell what happened to it. */
const enders = phrases(`
  shut down
  shoot down
  shot down
  knock down
`)
const talk = words("rumor rumour claim report speculation theory story talk")

/** Compared word by word, by stem. */
export const refutationPhrases: ReadonlyArray<string> = Object.freeze([
  ...verdicts,
  ...enders.flatMap((ender) => talk.map((what) => `${ender} ${what}`))
])
