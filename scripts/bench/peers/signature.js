/**
 * Who signed an EIP-3009 authorization: the EIP-712 digest with a domain that is made once, and recovery in native code.
 */
import { keccak_256 } from "@noble/hashes/sha3.js"
import secp256k1 from "secp256k1"

const hex = (bytes) => Buffer.from(bytes).toString("hex")
const hashOfText = (text) => hex(keccak_256(Buffer.from(text)))
const hashOfWords = (...words) => keccak_256(Buffer.from(words.join(""), "hex"))
const uint256 = (value) => BigInt(value).toString(16).padStart(64, "0")
const address = (value) => value.slice(2).padStart(64, "0")

const domainType = hashOfText(
  "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
)
const transferType = hashOfText(
  "TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
)

const separators = new Map()

const separatorOf = ({ asset, network, extra: { name, version } }) => {
  const known = separators.get(asset)
  if (known !== undefined) return known
  const chainId = network.slice("eip155:".length)
  const words = [domainType, hashOfText(name), hashOfText(version), uint256(chainId), address(asset)]
  const separator = hashOfWords(...words)
  separators.set(asset, separator)
  return separator
}

/** The signer's address in lower case; an exception when the signature is none. */
export const signerOf = ({ from, to, value, validAfter, validBefore, nonce }, signature, terms) => {
  const message = Buffer.allocUnsafe(66)
  message.set([0x19, 0x01], 0)
  message.set(separatorOf(terms), 2)
  const times = [uint256(validAfter), uint256(validBefore)]
  message.set(
    hashOfWords(transferType, address(from), address(to), uint256(value), ...times, nonce.slice(2)),
    34
  )
  const bytes = Buffer.from(signature.slice(2), "hex")
  const key = secp256k1.ecdsaRecover(bytes.subarray(0, 64), (bytes[64] - 27) & 1, keccak_256(message), false)
  return `0x${hex(keccak_256(key.subarray(1)).subarray(12))}`
}
