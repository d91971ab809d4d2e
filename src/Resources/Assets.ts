/**
 * Assets and chains as the service looks them up.
 */
import * as Option from "effect/Option"
import { type Asset, baseSepolia, known } from "./KnownAssets.ts"

export { type Asset, base, baseSepolia, known } from "./KnownAssets.ts"

/**
 * Whether the money of a CAIP-2 chain counts as real: that of every chain but the known test network. Nothing tells what
 * an unknown chain's money is worth.
 */
export const isMainnet = (network: string): boolean => network !== baseSepolia

/** The asset of a CAIP-2 chain. */
export const byNetwork = (network: string): Option.Option<Asset> =>
  Option.fromNullable(known.find((asset) => asset.network === network))

/** The short name of a CAIP-2 chain: `base`, `base-sepolia`. Any other chain keeps its CAIP-2 id. */
export const networkName = (network: string): string =>
  Option.match(byNetwork(network), { onNone: () => network, onSome: (asset) => asset.networkName })

/** The EIP-155 chain id in a CAIP-2 chain such as `eip155:8453`. */
export const chainId = (network: string): Option.Option<number> =>
  Option.fromNullable(/^eip155:([1-9]\d*)$/.exec(network)?.[1]).pipe(
    Option.map(Number),
    Option.filter(Number.isSafeInteger)
  )
