/**
 * What is paid with, and to whom: the world's constants, written down anew. Nothing here is taken from `src`.
 */

/** USDC on Base Sepolia. Source: https://developers.circle.com/stablecoins/usdc-contract-addresses */
export const asset = {
  chainId: 84532,
  address: "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
  name: "USDC",
  version: "2"
} as const

/** The chain, CAIP-2. */
export const network = "eip155:84532"

/** The same chain in version 1 of the protocol. */
export const networkOfV1 = "base-sepolia"

/** Who is paid. */
export const payTo = "0x00000000000000000000000000000000000a11ce"

/** Atomic USDC that a buyer has at the start: twice what may be open at a time. */
export const openingBalance = 4_000_000n

/** Atomic USDC of a payer that may be reserved or unsettled at a time: $2. */
export const mostExposure = 2_000_000n

/** Answers that are given again after the first, joined ones counted. */
export const mostRepeats = 20

/** Seconds for which a payment is good, at least and at most, when it is new. */
export const windows = { least: 45, most: 3_660 }

/** Runs of a payer under way at a time. */
export const mostRuns = 50

/** Runs of a payer without a charge within `unchargedWindow` milliseconds. */
export const mostUncharged = 20
export const unchargedWindow = 600_000

/** Milliseconds for which an answer can be fetched after its settlement. */
export const retention = 86_400_000

/** What a service asks for, at a price in atomic USDC. */
export const requirements = (price: string) => ({
  scheme: "exact",
  network,
  amount: price,
  asset: asset.address,
  payTo,
  maxTimeoutSeconds: 300,
  extra: { name: asset.name, version: asset.version }
})
