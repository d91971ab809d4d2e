/**
 * Verb forms that make a title an assertion ("Smoking is associated with ...") rather than the name of a topic
 * ("Smoking and ..."). Only forms that are finite by themselves: no past forms, which are participles as well. Origin:
 * written for this project from the verbs of research titles.
 */
import { words } from "./WordList.ts"

export const finiteVerbs = words(`
  is are was were has have had does do did can could will would may might must should cannot
  increases reduces improves decreases causes prevents predicts affects shows reveals suggests indicates demonstrates
  confirms supports leads contributes correlates associates protects inhibits induces promotes enhances impairs
  lowers raises worsens accelerates delays blocks activates regulates mediates modulates drives determines
  influences alters changes triggers spreads transmits infects kills survives remains persists occurs appears
  emerges grows declines rises falls exceeds differs varies depends requires needs provides offers allows enables
  limits restricts explains identifies highlights underlies facilitates disrupts suppresses restores ameliorates
  attenuates exacerbates stimulates elicits confers carries poses plays makes takes gives works helps fails
`)
