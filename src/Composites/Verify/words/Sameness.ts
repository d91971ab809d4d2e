/**
 * Two ways to compare: "the same" and "more or less". A statement of the one contradicts a statement of the other.
 * Origin: written for this project. What denies a difference ("no difference", "not
 * higher") is not here: that is a denial.
 */
import { phrases, words } from "./WordList.ts"

/** Statements of equality wherever they stand. Compared word by word, by stem. */
export const equalities = phrases(`
  same
  equally
  as likely as
  as effective as
  as much as
  as many as
  as high as
  as low as
`)

/** Statements of equality as predicates: "were similar", not "similar patients". Compared by stem. */
export const equalPredicates = words("similar equal equivalent identical comparable unchanged")

/** What makes a predicate of the word after it, at once or after an adverb. */
export const copulas = words("is are was were be been being remain remains remained stay stays stayed")

/** Statements of a direction. Compared by stem. */
export const directions = words(`
  increase increases increased increasing higher highest greater larger more rise rises rising rose risen grow grows
  growing grew elevated faster stronger better longer older exceed exceeds exceeded surge surged double doubled
  decrease decreases decreased decreasing lower lowest fewer less smaller reduce reduces reduced reduction decline
  declines declined declining fall falls falling fell drop drops dropped slower weaker worse worsen worsened shorter
  younger
`)
