import { groups } from "./WordList.ts"

/**
 * Verbs that say something else when their sides are exchanged, in the forms that are no nouns or seldom are. The verbs of
 * a line are one deed. None is true both ways ("met", "married", "is linked to").
 */
export const directedVerbs = groups(`
  acquires acquired buys bought purchases purchased
  sells sold
  beats beat beaten defeats defeated
  causes caused induces induced triggers triggered
  prevents prevented
  influences influenced affects affected
  predicts predicted
  sues sued
  attacks attacked invades invaded bombs bombed strikes struck
  kills killed murders murdered shoots shot
  fires fired sacks sacked dismisses dismissed
  hires hired employs employed appoints appointed
  arrests arrested detains detained
  accuses accused blames blamed
  criticises criticised criticizes criticized condemns condemned
  praises praised endorses endorsed
  funds funded finances financed
  founds founded invents invented
  replaces replaced succeeds succeeded
  overtakes overtook overtaken surpasses surpassed exceeds exceeded outsells outsold
  infects infected bites bit bitten
  eats ate eaten
  contains contained
  orbits orbited
  precedes preceded
  saves saved rescues rescued
`)
