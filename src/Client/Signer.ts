/**
 * Who signs, and what.
 */
import type { Hex } from "./Json.ts"

/** EIP-712 typed data of a transfer. Amounts are in the token's smallest unit, times in Unix seconds. */
export type TypedData = {
  readonly domain: {
    readonly name: string
    readonly version: string
    readonly chainId: number
    readonly verifyingContract: Hex
  }
  readonly types: { readonly TransferWithAuthorization: Array<{ name: string; type: string }> }
  readonly primaryType: "TransferWithAuthorization"
  readonly message: {
    readonly from: Hex
    readonly to: Hex
    readonly value: bigint
    readonly validAfter: bigint
    readonly validBefore: bigint
    readonly nonce: Hex
  }
}

/** Who pays: a viem `LocalAccount`, an account of Coinbase's SDK, a wrapped EIP-1193 provider. */
export interface Signer {
  readonly address: Hex
  readonly signTypedData: (typed: TypedData) => Promise<Hex>
}
