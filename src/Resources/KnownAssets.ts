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
