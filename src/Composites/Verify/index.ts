/** Verification of a claim by lexical rules: pure functions of their arguments, for server and client alike. */

export type { Item } from "./Channel.ts"
export { type Claim, readClaim } from "./Claim.ts"
export type { Conflict } from "./conflicts/Conflict.ts"
export { relevanceThreshold } from "./Relevance.ts"
export { allRules, type Rule, type Rules, ruleNames, rulesWithout } from "./Rules.ts"
export { type Ground, type Reading, readItem, type Stance } from "./Stance.ts"
export type { Verdict } from "./Verdict.ts"
export {
  type Considered,
  type Explanation,
  type Question,
  type Verification,
  verify,
  verifySteps
} from "./Verification.ts"
