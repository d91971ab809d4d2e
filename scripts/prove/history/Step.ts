/**
 * The steps of a history.
 */
import { Data } from "effect"
import type { HangUp, StrangerWay } from "../buyers/Buyer.ts"
import type {
  DatabaseState,
  DuplicatePolicy,
  Moment,
  NodeRange,
  NodeState,
  ProviderFault,
  SettleFault,
  SourceState,
  VerifyFault
} from "../world/Faults.ts"

/** What goes wrong with a purchase. */
export interface Plan {
  readonly verify: ReadonlyArray<VerifyFault>
  readonly settle: ReadonlyArray<SettleFault>
  readonly provider: ReadonlyArray<ProviderFault>
  readonly sources: SourceState
}

/** How a call is made: to which instance, how often at once, broken off where, and whether it is waited for. */
export interface Manner {
  readonly instance: number
  readonly copies: number
  readonly hangUp: HangUp
  readonly isAwaited: boolean
}

/** A step. Buyers, payments, requests, names by number, counted around. */
export type Step = Data.TaggedEnum<{
  /** Signs a payment and buys. `name`: 0 is none. `window` in seconds. */
  Buy: Manner & {
    readonly buyer: number
    readonly request: number
    readonly name: number
    readonly window: number
    readonly plan: Plan
  }
  /** Makes a call with a payment that was sent before. */
  Repeat: Manner & { readonly payment: number; readonly shift: number }
  /** The same, under a name that comes late, or without the name of before; and then signs anew under it. */
  Rename: Manner & { readonly payment: number; readonly name: number; readonly isSignedAnew: boolean }
  /** The same name, buyer and request as before (or another request), signed anew. */
  SignAnew: Manner & { readonly payment: number; readonly shift: number; readonly plan: Plan }
  /** Different purchases of one buyer at once, which may have the same name. */
  Race: {
    readonly buyer: number
    readonly purchases: ReadonlyArray<{
      readonly request: number
      readonly name: number
      readonly instance: number
    }>
    readonly plan: Plan
  }
  /** Dear purchases of one buyer at once: more than may be open. */
  Crowd: { readonly buyer: number; readonly count: number }
  /** Calls of one buyer for what is given away: one after the other, or all but the first at once. */
  Freeload: { readonly buyer: number; readonly count: number; readonly isAtOnce: boolean }
  /** A stranger sends a payment of somebody else's, under a name of his own, or of the buyer's, or none. */
  Stranger: {
    readonly payment: number
    readonly way: StrangerWay
    readonly name: number
    readonly copies: number
    readonly instance: number
  }
  /** Payments of a buyer that he has not signed, at once. `isSiege`: a contract wallet buys before and after. */
  Junk: {
    readonly isSiege: boolean
    readonly buyer: number
    readonly way: StrangerWay
    readonly name: number
    readonly request: number
    readonly count: number
    readonly instance: number
  }
  /** Asks for the price of a request. */
  Quote: { readonly request: number; readonly isBody: boolean; readonly instance: number }
  /** Asks for the state of a payment. */
  Status: { readonly payment: number; readonly instance: number }
  /** Seconds go by. */
  Pass: { readonly seconds: number }
  /** The payer uses his nonce otherwise: cancels it, or transfers to somebody else. */
  Spoil: { readonly payment: number; readonly isTransfer: boolean }
  /** A buyer has nothing left, or is given some. */
  Purse: { readonly buyer: number; readonly isFull: boolean }
  Facilitator: { readonly isUp: boolean }
  Node: { readonly state: NodeState }
  Database: { readonly state: DatabaseState; readonly at: Moment }
}>

/** Constructors and matchers of `Step`. */
export const Step = Data.taggedEnum<Step>()

/** The world of a history. An embedded database has one instance, and a node. */
export interface Setting {
  readonly hasNode: boolean
  readonly isEmbedded: boolean
  /** What the node allows, until the history's end. */
  readonly range: NodeRange
  readonly duplicates: DuplicatePolicy
}

/** A step in words. */
export const describe = ({ _tag, ...fields }: Step) => `${_tag}${JSON.stringify(fields)}`
