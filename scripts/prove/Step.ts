/**
 * The steps of a history, and how they are drawn.
 */
import { Data, FastCheck } from "effect"
import type { HangUp } from "./Buyer.ts"
import {
  type DatabaseState,
  type DuplicatePolicy,
  databaseStates,
  duplicatePolicies,
  type NodeState,
  nodeStates,
  type ProviderFault,
  providerFaults,
  type SettleFault,
  settleFaults,
  type VerifyFault,
  verifyFaults
} from "./world/Faults.ts"

/** What goes wrong with a purchase. */
export interface Plan {
  readonly verify: ReadonlyArray<VerifyFault>
  readonly settle: ReadonlyArray<SettleFault>
  readonly provider: ReadonlyArray<ProviderFault>
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
  /** Seconds go by. */
  Pass: { readonly seconds: number }
  /** The payer uses his nonce otherwise: cancels it, or transfers to somebody else. */
  Spoil: { readonly payment: number; readonly isTransfer: boolean }
  /** A buyer has nothing left, or is given some. */
  Purse: { readonly buyer: number; readonly isFull: boolean }
  Facilitator: { readonly isUp: boolean }
  Node: { readonly state: NodeState }
  Database: { readonly state: DatabaseState }
}>

/** Constructors and matchers of `Step`. */
export const Step = Data.taggedEnum<Step>()

/** The world of a history. */
export interface Setting {
  readonly hasNode: boolean
  readonly duplicates: DuplicatePolicy
}

const { array, boolean, constant, constantFrom, nat, oneof, record } = FastCheck

/** Mostly none: of a history in which everything fails, nothing is learnt. */
const faults = <A>(all: ReadonlyArray<A>, most: number) =>
  oneof(
    { weight: 3, arbitrary: constant([]) },
    { weight: 2, arbitrary: array(constantFrom(...all), { minLength: 1, maxLength: most }) }
  )

const plan = record({
  verify: oneof(
    { weight: 4, arbitrary: constant([]) },
    { weight: 1, arbitrary: array(constantFrom(...verifyFaults), { minLength: 1, maxLength: 2 }) }
  ),
  settle: faults(settleFaults, 4),
  provider: oneof(
    { weight: 4, arbitrary: constant([]) },
    { weight: 1, arbitrary: array(constantFrom(...providerFaults), { minLength: 1, maxLength: 3 }) }
  )
})

const hangUp: FastCheck.Arbitrary<HangUp> = oneof(
  { weight: 8, arbitrary: constant(undefined) },
  { weight: 1, arbitrary: constantFrom<Array<HangUp>>("verify", "provider", "settle", "soon") }
)

const manner = {
  instance: nat(1),
  copies: oneof({ weight: 4, arbitrary: constant(1) }, { weight: 1, arbitrary: constantFrom(2, 3, 5) }),
  hangUp,
  isAwaited: oneof({ weight: 4, arbitrary: constant(true) }, { weight: 1, arbitrary: constant(false) })
}

const name = oneof({ weight: 2, arbitrary: constant(0) }, { weight: 1, arbitrary: nat(3) })
const request = oneof({ weight: 5, arbitrary: nat(1) }, { weight: 1, arbitrary: constant(2) })
const shift = oneof({ weight: 4, arbitrary: constant(0) }, { weight: 1, arbitrary: constantFrom(1, 2) })

/** Seconds: within a lease, over it, a window's, a memory's, a retention's. */
const spans = [1, 6, 16, 31, 65, 310, 660, 3_700, 86_000, 90_000]

/** How each kind of step is drawn. Buying and repeating are most of life. */
export const steps: ReadonlyArray<FastCheck.Arbitrary<Step>> = [
  record({ buyer: nat(3), request, name, window: constantFrom(60, 300, 300, 300, 900), plan, ...manner }).map(
    Step.Buy
  ),
  record({ buyer: nat(3), request, name, window: constantFrom(60, 300, 300, 300, 900), plan, ...manner }).map(
    Step.Buy
  ),
  record({ payment: nat(9), shift, ...manner }).map(Step.Repeat),
  record({ payment: nat(9), shift, ...manner }).map(Step.Repeat),
  record({ payment: nat(9), shift, plan, ...manner }).map(Step.SignAnew),
  record({
    buyer: nat(3),
    purchases: array(record({ request, name: nat(2), instance: nat(1) }), { minLength: 2, maxLength: 5 }),
    plan
  }).map(Step.Race),
  constantFrom(...spans).map((seconds) => Step.Pass({ seconds })),
  constantFrom(...spans).map((seconds) => Step.Pass({ seconds })),
  record({ payment: nat(9), isTransfer: boolean() }).map(Step.Spoil),
  record({ buyer: nat(3), isFull: boolean() }).map(Step.Purse),
  constantFrom(true, true, false).map((isUp) => Step.Facilitator({ isUp })),
  constantFrom(...nodeStates).map((state) => Step.Node({ state })),
  constantFrom<Array<DatabaseState>>("up", ...databaseStates, "losing").map((state) =>
    Step.Database({ state })
  )
]

/** How a history's world is drawn. */
export const setting: FastCheck.Arbitrary<Setting> = record({
  hasNode: oneof({ weight: 2, arbitrary: constant(true) }, { weight: 1, arbitrary: constant(false) }),
  duplicates: constantFrom(...duplicatePolicies)
})

/** A step in words. */
export const describe = ({ _tag, ...fields }: Step) => `${_tag}${JSON.stringify(fields)}`
