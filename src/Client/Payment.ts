/**
 * What is signed: EIP-3009's `TransferWithAuthorization` under the domain of USDC as this client knows it, never as a
 * challenge tells it.
 */
import type { Asset } from "../Resources/Assets.ts"
import { encodeHeader, type Hex, isAddress, isHex, sha256Hex } from "./Json.ts"
import type { Signer } from "./Signer.ts"
import type { Terms } from "./Terms.ts"

const fields = [
  { name: "from", type: "address" },
  { name: "to", type: "address" },
  { name: "value", type: "uint256" },
  { name: "validAfter", type: "uint256" },
  { name: "validBefore", type: "uint256" },
  { name: "nonce", type: "bytes32" }
]

/** What makes a purchase this one. */
export interface Named {
  readonly payer: string
  readonly key: string
  readonly path: string
  readonly body: string
  readonly amount: string
  readonly payTo: string
}

/**
 * The nonce of a purchase, derived from what it is: signed again, by this or another process, it has the same nonce, and
 * the token takes only one transfer of a nonce.
 */
export const nonceOf = ({ amount, body, key, path, payer, payTo }: Named): Promise<Hex> =>
  sha256Hex(["almanac/1", payer.toLowerCase(), key, path, body, amount, payTo.toLowerCase()].join("\n"))

/** Signs; gives the header `PAYMENT-SIGNATURE`. */
export const sign = async (
  wallet: Signer,
  { address, chainId, name, version }: Asset,
  terms: Terms,
  nonce: Hex,
  validBefore: number
): Promise<string> => {
  if (!isAddress(address)) throw new TypeError("the asset's address is none")
  const signature = await wallet.signTypedData({
    domain: { name, version, chainId, verifyingContract: address },
    types: { TransferWithAuthorization: fields },
    primaryType: "TransferWithAuthorization",
    message: {
      from: wallet.address,
      to: terms.payTo,
      value: terms.amount,
      validAfter: 0n,
      validBefore: BigInt(validBefore),
      nonce
    }
  })
  if (!isHex(signature, 65)) throw new TypeError("not a signature")
  return encodeHeader({
    x402Version: 2,
    resource: terms.resource,
    accepted: terms.accepted,
    payload: {
      signature,
      authorization: {
        from: wallet.address,
        to: terms.payTo,
        value: terms.amount.toString(),
        validAfter: "0",
        validBefore: String(validBefore),
        nonce
      }
    },
    extensions: {}
  })
}
