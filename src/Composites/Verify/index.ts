/** Verification of a claim by lexical rules: pure functions of their arguments, for server and client alike. */
export { type Claim, readClaim } from "./Claim.ts"
export type { Conflict } from "./Conflict.ts"
export type { Item } from "./Item.ts"
export { relevanceThreshold } from "./Relevance.ts"
export { type Ground, type Reading, readItem, type Stance } from "./Stance.ts"
export type { Verdict } from "./Verdict.ts"
export {
  type Considered,
  type Explanation,
  type Question,
  type Verification,
  verify
} from "./Verification.ts"
