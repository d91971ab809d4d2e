/**
 * The sandbox's wallet: a key of this browser that holds play money. It announces itself as any wallet does (EIP-6963), so
 * the page treats it as any other. Its key is kept, so that what was paid before a reload is still its own, in whichever tab.
 */
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { keccak_256 } from "@noble/hashes/sha3.js"
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js"
import { indexedStore } from "../IndexedStore.ts"
import type { Provider } from "./Provider.ts"
import { type TypedDataJson, typedDataHash } from "./TypedDataHash.ts"

const place = "almanac.play-wallet"

const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#2f6f4f"/><path d="M7 11h18v12H7zM19 16h6v3h-6z" fill="none" stroke="#fff" stroke-width="2"/></svg>'
)}`

const addressOf = (key: Uint8Array): string =>
  `0x${bytesToHex(keccak_256(secp256k1.getPublicKey(key, false).subarray(1)).subarray(12))}`

interface Account {
  readonly key: Uint8Array
  readonly address: string
}

/** The account of this browser: all tabs have the same one, whichever of them is first. */
const account = async (): Promise<Account> => {
  const key = await indexedStore.change(place, (kept): readonly [string | undefined, Uint8Array] => {
    if (kept !== undefined && /^[0-9a-f]{64}$/.test(kept)) return [undefined, hexToBytes(kept)]
    const key = secp256k1.utils.randomSecretKey()
    return [bytesToHex(key), key]
  })
  return { key, address: addressOf(key) }
}

const sign = (typed: TypedDataJson, key: Uint8Array): string => {
  const signature = secp256k1.sign(typedDataHash(typed), key)
  return `0x${signature.toCompactHex()}${(27 + signature.recovery).toString(16)}`
}

/** Asks for play money. A sandbox forgets balances when it ends, so each page asks once. */
const fund = async (baseUrl: string, address: string): Promise<void> => {
  const body = JSON.stringify({ address })
  const { ok, status } = await fetch(`${baseUrl}/sandbox/faucet`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body
  })
  if (!ok) throw new Error(`the sandbox gave no play money (${status})`)
}

const provider = (baseUrl: string, chainId: number): Provider => {
  let funded: Promise<string> | undefined
  /** The address, once it has play money. Where that has failed, the next call tries anew. */
  const address = () => {
    funded ??= account()
      .then(async ({ address }) => {
        await fund(baseUrl, address)
        return address
      })
      .catch((error: unknown) => {
        funded = undefined
        throw error
      })
    return funded
  }
  return {
    request: async ({ method, params = [] }) => {
      switch (method) {
        case "eth_requestAccounts":
          return [await address()]
        case "eth_chainId":
          return `0x${chainId.toString(16)}`
        case "eth_signTypedData_v4":
          return sign(JSON.parse(String(params[1])), (await account()).key)
        default:
          throw Object.assign(new Error(`the play wallet has no ${method}`), { code: 4200 })
      }
    }
  }
}

/** Announces it, now and whenever wallets are asked for. */
export const announce = (baseUrl: string, chainId: number): void => {
  const info = { uuid: crypto.randomUUID(), name: "Play wallet", icon, rdns: "almanac.sandbox" }
  const detail = Object.freeze({ info, provider: provider(baseUrl, chainId) })
  const say = () => dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }))
  addEventListener("eip6963:requestProvider", say)
  say()
}
