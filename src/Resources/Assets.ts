/**
 * The assets that Almanac can ask for, and that its client pays: Circle's native USDC. Token names differ between chains
 * and are part of what the payer signs. Source: Circle's contract list, as in `DEFAULT_ASSETS` of `@x402/evm` 2.27.
 */

/** An EIP-3009 token on one chain. `name` and `version` are those of its EIP-712 domain. */
export interface Asset {
  /** CAIP-2 chain. */
  readonly network: string
  /** The chain's short name. */
  readonly networkName: string
  readonly chainId: number
  readonly address: string
  readonly name: string
  readonly version: string
  /** Digits after the point: `10 ** decimals` atomic units are one token. */
  readonly decimals: number
}

/** Base, CAIP-2. */
export const base = "eip155:8453"

/** Base Sepolia, CAIP-2: the test network. */
export const baseSepolia = "eip155:84532"

/**
 * Whether the money of a CAIP-2 chain counts as real: that of every chain but the known test network. Nothing tells what
 * an unknown chain's money is worth.
 */
export const isMainnet = (network: string): boolean => network !== baseSepolia

/** Every known asset, one per chain. */
export const known: ReadonlyArray<Asset> = [
  {
    network: base,
    networkName: "base",
    chainId: 8453,
    address: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
    name: "USD Coin",
    version: "2",
    decimals: 6
  },
  {
    network: baseSepolia,
    networkName: "base-sepolia",
    chainId: 84532,
    address: "0x036CbD53842c5426634e7929541eC2318f3dCF7e",
    name: "USDC",
    version: "2",
    decimals: 6
  }
]

/** The asset of a CAIP-2 chain, if it has a known one. */
export const byNetwork = (network: string): Asset | undefined =>
  known.find((asset) => asset.network === network)

/** The short name of a CAIP-2 chain: `base`, `base-sepolia`. Any other chain keeps its CAIP-2 id. */
export const networkName = (network: string): string => byNetwork(network)?.networkName ?? network

/** The EIP-155 chain id in a CAIP-2 chain such as `eip155:8453`; none in a chain of another kind. */
export const chainId = (network: string): number | undefined => {
  const id = Number(/^eip155:([1-9]\d*)$/.exec(network)?.[1])
  return Number.isSafeInteger(id) ? id : undefined
}

/** Where people look at a known chain's transactions (`/tx/<hash>`) and accounts. Source: the explorers in `viem/chains`. */
export const explorer = (network: string): string | undefined =>
  network === base
    ? "https://basescan.org"
    : network === baseSepolia
      ? "https://sepolia.basescan.org"
      : undefined
