/**
 * What can go wrong around a purchase. Each word is one call's fate; `honest` is the absence of a fault.
 */

/** What a facilitator does with a call to `/verify`. */
export const verifyFaults = [
  "honest",
  "slow",
  "status 500",
  "status 429",
  "reset",
  "hang",
  "garbage",
  "refusal under 400",
  "refusal: signature",
  "refusal: balance",
  "refusal: new reason",
  "valid for another payer"
] as const
export type VerifyFault = (typeof verifyFaults)[number]

/**
 * What a facilitator does with a call to `/settle`. The transfer is carried out under `moved`, not under `not moved`;
 * under `pending, lands` the chain carries it out some time later. `told`: a success is told with this in its receipt.
 * Under all others nothing moves, which is said.
 */
export const settleFaults = [
  "honest",
  "slow",
  "moved, reset",
  "moved, hang",
  "moved, status 502",
  "moved, garbage",
  "moved, unforeseen error",
  "moved, other network told",
  "moved, other amount told",
  "moved, no network told",
  "moved, network of version 1 told",
  "moved, no transaction told",
  "not moved, reset",
  "not moved, hang",
  "not moved, status 500",
  "not moved, status 429",
  "not moved, garbage",
  "not moved, other payer told",
  "not moved, other amount told",
  "not moved, no transaction told",
  "not moved, junk transaction told",
  "not moved, transaction of another told",
  "pending, lands",
  "pending, never lands",
  "refused: balance",
  "refused: simulation",
  "reverted"
] as const
export type SettleFault = (typeof settleFaults)[number]

/** What a provider does with a call. */
export const providerFaults = [
  "honest",
  "slow",
  "empty",
  "status 429",
  "status 500",
  "garbage",
  "reset",
  "hang"
] as const
export type ProviderFault = (typeof providerFaults)[number]

/**
 * Whether the chain's node answers: with nothing, with the past, with errors where logs are asked for, with receipts
 * that are not there or lack their logs, with transfers in its newest blocks that a reorganisation takes away.
 */
export const nodeStates = [
  "on",
  "off",
  "lagging",
  "refusing logs",
  "null receipts",
  "partial receipts",
  "reorganising"
] as const
export type NodeState = (typeof nodeStates)[number]

/**
 * The way to the database: `losing` cuts the connection over which the next answers come, after the statement was
 * carried out; `late` holds them back for longer than anybody waits.
 */
export const databaseStates = ["up", "down", "losing", "late"] as const
export type DatabaseState = (typeof databaseStates)[number]

/** When the way changes: at once, or when the next call comes by a place. */
export const moments = ["now", "verify", "provider", "settle"] as const
export type Moment = (typeof moments)[number]

/** How a facilitator takes a settlement that it carried out before. */
export const duplicatePolicies = ["nonce used", "success"] as const
export type DuplicatePolicy = (typeof duplicatePolicies)[number]

/** What a node allows: a range of so many blocks for logs, and a wider one is refused under a status. */
export const nodeRanges = ["10000 blocks", "500 blocks, refused as 500", "10 blocks"] as const
export type NodeRange = (typeof nodeRanges)[number]

/** What the sources of composites have: scholarly works, entities. */
export const sourceStates = [
  "all",
  "no works",
  "works fail",
  "works fail, no entities",
  "all fail",
  "nothing"
] as const
export type SourceState = (typeof sourceStates)[number]
