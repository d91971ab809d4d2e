/**
 * What signs payments. It is loaded only by commands that need an address or a signature: it is most of the program.
 */
import { keccak_256 } from "@noble/hashes/sha3.js"
import { privateKeyToAccount } from "viem/accounts"
import type { Signer } from "../../Client/index.ts"
import { UsageError } from "../Usage.ts"
import type { PrivateKey } from "./Wallet.ts"

/** The signer of a private key. Not every number is one. */
export const signerOf = (key: PrivateKey): Signer => {
  try {
    return privateKeyToAccount(key)
  } catch {
    throw new UsageError("the wallet holds no private key: it is no number of the curve")
  }
}

/** The key of the sandbox's first buyer: of public words, worth nothing on any chain. */
export const sandboxKey = (): PrivateKey =>
  `0x${Buffer.from(keccak_256(Buffer.from("almanac sandbox buyer 1"))).toString("hex")}`
