/**
 * Words that say which way something goes. Origin: written for this project. Compared as they stand.
 */
import { words } from "./WordList.ts"

/** Of verbs and of nouns made of them: what they act upon comes behind them, or before when nothing does. */
export const upVerbs = words(`
  increase increases increased increasing raise raises raised raising rise rises rose rising risen grow grows grew
  growing grown boost boosts boosted boosting elevate elevates elevated surge surges surged double doubles doubled
`)
export const downVerbs = words(`
  decrease decreases decreased decreasing reduce reduces reduced reducing reduction reductions lower lowers lowered
  lowering decline declines declined declining fall falls fell falling fallen drop drops dropped dropping cut cuts
  diminish diminishes diminished shrink shrinks shrank
`)

/** Adjectives: their noun comes behind them. */
export const upAdjectives = words("higher greater larger more bigger elevated increased stronger")
export const downAdjectives = words("lower smaller fewer less reduced decreased weaker")
