/**
 * What a payer signs, by viem: EIP-712 typed data of an EIP-3009 authorization, and the signer of a signature as USDC's
 * contract finds him. The service has its own code for both; this judges it.
 */
import { type Hex, hashTypedData, hexToBigInt, recoverAddress, slice } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import { asset } from "./Terms.ts"

/** An EIP-3009 authorization. `value` in atomic units, times in Unix seconds, as decimal text. */
export interface Authorization {
  readonly from: string
  readonly to: string
  readonly value: string
  readonly validAfter: string
  readonly validBefore: string
  readonly nonce: string
}

/** Source: EIP-3009, `TRANSFER_WITH_AUTHORIZATION_TYPEHASH`. */
const types = {
  TransferWithAuthorization: [
    { name: "from", type: "address" },
    { name: "to", type: "address" },
    { name: "value", type: "uint256" },
    { name: "validAfter", type: "uint256" },
    { name: "validBefore", type: "uint256" },
    { name: "nonce", type: "bytes32" }
  ]
} as const

const isHex = (text: string): text is Hex => /^0x[0-9a-fA-F]*$/.test(text)

/** A text that must be hexadecimal. */
export const hex = (text: string): Hex => {
  if (!isHex(text)) throw new Error(`not hexadecimal: ${text}`)
  return text
}

const typed = ({ from, nonce, to, validAfter, validBefore, value }: Authorization) =>
  ({
    domain: {
      name: asset.name,
      version: asset.version,
      chainId: asset.chainId,
      verifyingContract: asset.address
    },
    types,
    primaryType: "TransferWithAuthorization",
    message: {
      from: hex(from.toLowerCase()),
      to: hex(to.toLowerCase()),
      value: BigInt(value),
      validAfter: BigInt(validAfter),
      validBefore: BigInt(validBefore),
      nonce: hex(nonce)
    }
  }) as const

/** The 32 bytes that are signed. */
export const digest = (authorization: Authorization): Hex => hashTypedData(typed(authorization))

/** Signs with a private key. */
export const signWith = (key: Hex) => {
  const account = privateKeyToAccount(key)
  return {
    address: account.address,
    sign: (authorization: Authorization): Promise<string> => account.signTypedData(typed(authorization))
  }
}

/** Of the two signatures (s, n - s) USDC's contract takes the one with the lower s. Source: its ECRecover.sol. */
const halfOrder = hexToBigInt("0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0")

/** Who has signed with a key, in lower case; `undefined` where USDC's contract would find nobody. */
export const signerOf = async (
  authorization: Authorization,
  signature: string
): Promise<string | undefined> => {
  if (!isHex(signature) || signature.length !== 132) return undefined
  if (hexToBigInt(slice(signature, 32, 64)) > halfOrder) return undefined
  if (!["1b", "1c"].includes(signature.slice(130).toLowerCase())) return undefined
  try {
    return (await recoverAddress({ hash: digest(authorization), signature })).toLowerCase()
  } catch {
    return undefined
  }
}
