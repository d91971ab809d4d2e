/**
 * How the steps of a history are drawn, and its world.
 */
import { FastCheck } from "effect"
import { type HangUp, strangerWays } from "../buyers/Buyer.ts"
import { ready } from "../NotYet.ts"
import { givenAway } from "../oracle/Requests.ts"
import {
  type DatabaseState,
  databaseStates,
  duplicatePolicies,
  moments,
  nodeRanges,
  nodeStates,
  providerFaults,
  settleFaults,
  sourceStates,
  verifyFaults
} from "../world/Faults.ts"
import { type Setting, Step } from "./Step.ts"

const { array, boolean, constant, constantFrom, integer, nat, oneof, record } = FastCheck

/** Mostly none: of a history in which everything fails, nothing is learnt. */
const faults = <A>(all: ReadonlyArray<A>, most: number) =>
  oneof(
    { weight: 3, arbitrary: constant([]) },
    { weight: 2, arbitrary: array(constantFrom(...all), { minLength: 1, maxLength: most }) }
  )

/** Fewer still. */
const rarely = <A>(all: ReadonlyArray<A>, most: number) =>
  oneof(
    { weight: 4, arbitrary: constant([]) },
    { weight: 1, arbitrary: array(constantFrom(...all), { minLength: 1, maxLength: most }) }
  )

const plan = record({
  verify: rarely(ready(verifyFaults), 2),
  settle: faults(ready(settleFaults), 4),
  provider: rarely(providerFaults, 3),
  sources: oneof(
    { weight: 2, arbitrary: constant("all" as const) },
    { weight: 1, arbitrary: constantFrom(...sourceStates) }
  )
})

const hangUp: FastCheck.Arbitrary<HangUp> = oneof(
  { weight: 8, arbitrary: constant(undefined) },
  { weight: 1, arbitrary: constantFrom<Array<HangUp>>("verify", "provider", "settle", "soon") }
)

const manner = {
  instance: nat(1),
  copies: oneof({ weight: 4, arbitrary: constant(1) }, { weight: 1, arbitrary: constantFrom(2, 3, 5, 25) }),
  hangUp,
  isAwaited: oneof({ weight: 4, arbitrary: constant(true) }, { weight: 1, arbitrary: constant(false) })
}

const name = oneof({ weight: 2, arbitrary: constant(0) }, { weight: 1, arbitrary: nat(3) })
const request = oneof(
  { weight: 5, arbitrary: nat(1) },
  { weight: 1, arbitrary: constant(givenAway) },
  { weight: 3, arbitrary: integer({ min: 3, max: 10 }) }
)
const shift = oneof({ weight: 4, arbitrary: constant(0) }, { weight: 1, arbitrary: constantFrom(1, 2) })
const buyer = nat(3)
const payment = nat(9)
const instance = nat(1)
const way = constantFrom(...strangerWays)

/** Seconds: within a lease, over it, a window's, a memory's, a retention's. */
const spans = [1, 6, 16, 31, 65, 310, 660, 3_700, 86_000, 90_000]

/** Seconds for which a payment is good: from little more than is asked for to an hour; some are too short or long. */
const window = oneof(
  { weight: 8, arbitrary: constantFrom(46, 60, 300, 300, 300, 900, 3_600) },
  { weight: 1, arbitrary: constantFrom(20, 4_000, 2_000_000_000) }
)

const buy = record({ buyer, request, name, window, plan, ...manner }).map(Step.Buy)
const repeat = record({ payment, shift, ...manner }).map(Step.Repeat)
const pass = constantFrom(...spans).map((seconds) => Step.Pass({ seconds }))

/** How each kind of step is drawn. Buying and repeating are most of life. */
export const steps: ReadonlyArray<FastCheck.Arbitrary<Step>> = [
  buy,
  buy,
  buy,
  repeat,
  repeat,
  record({ payment, name: nat(4), isSignedAnew: boolean(), ...manner }).map(Step.Rename),
  record({ payment, shift, plan, ...manner }).map(Step.SignAnew),
  record({
    buyer,
    purchases: array(record({ request, name: nat(2), instance }), { minLength: 2, maxLength: 5 }),
    plan
  }).map(Step.Race),
  oneof(
    record({ buyer, count: integer({ min: 3, max: 5 }) }).map(Step.Crowd),
    record({ buyer, count: integer({ min: 22, max: 26 }), isAtOnce: boolean() }).map(Step.Freeload),
    record({ request, isBody: boolean(), instance }).map(Step.Quote)
  ),
  record({ payment, way, name: nat(4), copies: constantFrom(1, 1, 2, 5), instance }).map(Step.Stranger),
  record({
    buyer,
    way,
    name,
    request,
    count: constantFrom(1, 2, 6, 62),
    isSiege: boolean(),
    instance
  }).map(Step.Junk),
  record({ payment, instance }).map(Step.Status),
  pass,
  pass,
  record({ payment, isTransfer: boolean() }).map(Step.Spoil),
  record({ buyer, isFull: boolean() }).map(Step.Purse),
  constantFrom(true, true, false).map((isUp) => Step.Facilitator({ isUp })),
  constantFrom(...nodeStates).map((state) => Step.Node({ state })),
  record({
    state: constantFrom<Array<DatabaseState>>(...databaseStates, "losing", "up"),
    at: constantFrom(...moments)
  }).map(Step.Database)
]

/** How a history's world is drawn: one in four has an embedded database. */
export const setting: FastCheck.Arbitrary<Setting> = record({
  world: constantFrom(
    { hasNode: true, isEmbedded: false },
    { hasNode: true, isEmbedded: false },
    { hasNode: false, isEmbedded: false },
    { hasNode: true, isEmbedded: true }
  ),
  range: constantFrom(...ready(nodeRanges)),
  duplicates: constantFrom(...duplicatePolicies)
}).map(({ world, ...rest }) => ({ ...world, ...rest }))
