/**
 * What signs payments. It is loaded only by commands that need an address or a signature: it is most of the program.
 */
import { keccak256, stringToBytes } from "viem"
import { privateKeyToAccount } from "viem/accounts"
import type { Signer } from "../../Client/index.ts"
import type { PrivateKey } from "./Wallet.ts"

/** The signer of a private key. */
export const signerOf = (key: PrivateKey): Signer => privateKeyToAccount(key)

/** The key of the sandbox's first buyer: of public words, worth nothing on any chain. */
export const sandboxKey = (): PrivateKey => keccak256(stringToBytes("almanac sandbox buyer 1"))
