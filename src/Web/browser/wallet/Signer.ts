/**
 * A browser's wallet as the client's signer.
 */
import { isAddress, isHex } from "../../../Client/Json.ts"
import type { Signer, TypedData } from "../../../Client/Signer.ts"
import type { Asset } from "../../../Resources/Assets.ts"
import { switchTo } from "./Chain.ts"
import type { Provider } from "./Provider.ts"

const domain = [
  { name: "name", type: "string" },
  { name: "version", type: "string" },
  { name: "chainId", type: "uint256" },
  { name: "verifyingContract", type: "address" }
]

/** Typed data as `eth_signTypedData_v4` takes it: with the domain's own type, and large numbers as decimal text. */
export const typedDataText = ({ types, ...typed }: TypedData, indent?: number): string =>
  JSON.stringify(
    { types: { EIP712Domain: domain, ...types }, ...typed },
    (_, value: unknown) => (typeof value === "bigint" ? value.toString() : value),
    indent
  )

export interface Connected {
  /** Told what is to be signed, before the wallet is asked. */
  readonly onSign: (typed: TypedData) => void
  readonly onSigned: () => void
  /** Ends the wait for a person who does not answer; a signature that comes later is thrown away. */
  readonly signal: AbortSignal
}

const untilAborted = <A>(signal: AbortSignal, promise: Promise<A>): Promise<A> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    signal.addEventListener("abort", () => reject(signal.reason), { once: true })
    promise.then(resolve, reject)
  })

/** The account that the person lets the page see. Rejects with the wallet's own error. */
export const accountOf = async (provider: Provider, signal: AbortSignal): Promise<`0x${string}`> => {
  const accounts = await untilAborted(signal, provider.request({ method: "eth_requestAccounts" }))
  const [address] = Array.isArray(accounts) ? accounts : []
  if (isAddress(address)) return address
  throw new TypeError("the wallet has no account")
}

/** A smart wallet's longer signature is passed on as it is. */
export const signerOf = (
  provider: Provider,
  address: `0x${string}`,
  asset: Asset,
  { onSign, onSigned, signal }: Connected
): Signer => ({
  address,
  signTypedData: async (typed) => {
    onSign(typed)
    await untilAborted(signal, switchTo(provider, asset))
    const params = [address, typedDataText(typed)]
    const signature = await untilAborted(signal, provider.request({ method: "eth_signTypedData_v4", params }))
    if (!isHex(signature, 65)) throw new TypeError("the wallet's signature is none")
    onSigned()
    return signature
  }
})
