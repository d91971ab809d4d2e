/**
 * Words that deny what they stand with. Origin: written for this project after the classes
 * of English negation: negators and negative quantifiers, approximate negators, and words that are
 * negative by their meaning (Huddleston and Pullum, The Cambridge Grammar of the English Language, chapter 9).
 */
import { phrases, words } from "./WordList.ts"

/** Negators; "n't" and "cannot" are read as "not". */
export const negators = words(`
  not no never none nobody nothing nowhere neither nor without
  hardly barely rarely seldom scarcely
`)

/** Negators that deny the noun after them, not what the sentence tells. */
export const determiners = words("no without")

/** Words that deny by their meaning. Compared by stem. */
export const negativeWords = words(`
  lack lacks lacked lacking absent absence unable unlikely refuse refuses refused refusing
  insufficient ineffective unproven unaffected unrelated unchanged impossible nonexistent
  inability incapable unsuccessful unconnected improbable unsupported unwilling
`)

/** Turns of phrase that look like a denial, but deny nothing, or something else than the sentence says. */
export const idleNegations = phrases(`
  not only
  not just
  not merely
  not simply
  not solely
  not least
  not to mention
  no doubt
  no wonder
  no matter
  no less
  no sooner
  no stranger
  no secret
  no later than
  no fewer than
  no more than
  not more than
  not less than
  not fewer than
  nothing but
  nothing short of
  nothing less than
  none other than
  whether or not
  if not
  why not
  more often than not
  not surprising
  not surprisingly
  can not wait
  can not help
  can not afford
  last but not least
  made up of
`)
