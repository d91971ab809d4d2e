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
  "refusal: new reason"
] as const
export type VerifyFault = (typeof verifyFaults)[number]

/**
 * What a facilitator does with a call to `/settle`. The transfer is carried out under `moved`, not under `not moved`;
 * under `pending, lands` the chain carries it out some time later. Under all others nothing moves, which is said.
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
  "not moved, reset",
  "not moved, hang",
  "not moved, status 500",
  "not moved, status 429",
  "not moved, garbage",
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

/** Whether the chain's node answers: with nothing, with the past, or with errors where logs are asked for. */
export const nodeStates = ["on", "off", "lagging", "refusing logs"] as const
export type NodeState = (typeof nodeStates)[number]

/**
 * The way to the database: `losing` cuts the connection over which the next answers come, after the statement was
 * carried out.
 */
export const databaseStates = ["up", "down", "losing"] as const
export type DatabaseState = (typeof databaseStates)[number]

/** How a facilitator takes a settlement that it carried out before. */
export const duplicatePolicies = ["nonce used", "success"] as const
export type DuplicatePolicy = (typeof duplicatePolicies)[number]
