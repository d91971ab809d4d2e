/**
 * Addresses of accounts and contracts on the chain.
 */
import { keccak_256 } from "@noble/hashes/sha3.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"

/** The address of nobody: what is sent there is lost. */
export const zeroAddress = `0x${"0".repeat(40)}`

/** Whether a text is an address: 0x and 40 hexadecimal digits, in any case. */
export const isAddress = (text: string): boolean => /^0x[0-9a-fA-F]{40}$/.test(text)

/** Whether two addresses are the same one. */
export const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** An address with the checksum of EIP-55: the digits that are letters are in upper case where the hash says so. */
export const checksummed = (address: string): string => {
  const digits = address.slice(2).toLowerCase()
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  return `0x${[...digits].map((digit, at) => (Number.parseInt(hash[at] ?? "0", 16) >= 8 ? digit.toUpperCase() : digit)).join("")}`
}
