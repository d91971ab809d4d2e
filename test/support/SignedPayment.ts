/** Payments signed by a key of the tests, with viem: an oracle that shares no code with ours. */
import { getAddress, type Hex, isHex } from "viem"
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts"
import type { Submission } from "../../src/Payment/facilitator/Facilitator.ts"
import * as Assets from "../../src/Resources/Assets.ts"
import type { Authorization, PaymentRequirements } from "../../src/Resources/X402.ts"

export const asset = Assets.known.filter(({ network }) => network === Assets.baseSepolia)[0] ?? missing()

function missing(): never {
  throw new Error("Base Sepolia's USDC is gone")
}

export const payer = privateKeyToAccount(`0x${"11".repeat(32)}`)

export const payTo = "0x00000000000000000000000000000000000a11ce"

/** The types of EIP-3009, as `@x402/evm` and viem want them. */
export const types = {
  TransferWithAuthorization: [
    { name: "from", type: "address" },
    { name: "to", type: "address" },
    { name: "value", type: "uint256" },
    { name: "validAfter", type: "uint256" },
    { name: "validBefore", type: "uint256" },
    { name: "nonce", type: "bytes32" }
  ]
} as const

export const requirements: PaymentRequirements = {
  scheme: "exact",
  network: asset.network,
  amount: "10000",
  asset: asset.address,
  payTo,
  maxTimeoutSeconds: 300,
  extra: { name: asset.name, version: asset.version }
}

export const hex = (text: string): Hex => {
  if (!isHex(text)) {
    throw new Error(`no hexadecimal: ${text}`)
  }
  return text
}

/** An authorization as viem's typed data, under the EIP-712 domain of `requirements`. */
export const typedData = (
  authorization: Authorization,
  { extra, asset, network }: PaymentRequirements = requirements
) => ({
  domain: {
    ...extra,
    chainId: Number(network.slice("eip155:".length)),
    verifyingContract: getAddress(asset)
  },
  types,
  primaryType: "TransferWithAuthorization" as const,
  message: {
    from: getAddress(authorization.from),
    to: getAddress(authorization.to),
    value: BigInt(authorization.value),
    validAfter: BigInt(authorization.validAfter),
    validBefore: BigInt(authorization.validBefore),
    nonce: hex(authorization.nonce)
  }
})

export interface Wanted {
  readonly account?: PrivateKeyAccount
  readonly authorization?: Partial<Authorization>
  readonly accepted?: Partial<PaymentRequirements>
  readonly asked?: Partial<PaymentRequirements>
  /** The EIP-712 domain that is signed, when it is not the one that is asked for. */
  readonly signedUnder?: PaymentRequirements
  readonly signature?: string
}

/** A payment for `requirements` with a fresh nonce, ending in 2100, but for what is wanted otherwise. */
export const submission = async (wanted: Wanted = {}): Promise<Submission> => {
  const account = wanted.account ?? payer
  const paymentRequirements = { ...requirements, ...wanted.asked }
  const authorization: Authorization = {
    from: account.address,
    to: payTo,
    value: "10000",
    validAfter: "0",
    validBefore: "4102444800",
    nonce: generatePrivateKey(),
    ...wanted.authorization
  }
  const signature =
    wanted.signature ??
    (await account.signTypedData(typedData(authorization, wanted.signedUnder ?? paymentRequirements)))
  const paymentPayload = {
    x402Version: 2,
    accepted: { ...paymentRequirements, ...wanted.accepted },
    payload: { signature, authorization }
  }
  return {
    paymentPayload,
    payloadText: JSON.stringify(paymentPayload),
    paymentRequirements,
    authorization,
    signature
  }
}
