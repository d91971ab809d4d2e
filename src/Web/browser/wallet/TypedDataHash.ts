/**
 * The hash of EIP-712 typed data with flat structs, which is what a wallet signs.
 */
import { keccak_256 } from "@noble/hashes/sha3.js"
import { concatBytes, hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js"
import type { JsonObject } from "../../../Client/Json.ts"

interface Field {
  readonly name: string
  readonly type: string
}

/** As `eth_signTypedData_v4` takes it. */
export interface TypedDataJson {
  readonly types: Readonly<Record<string, ReadonlyArray<Field>>>
  readonly primaryType: string
  readonly domain: JsonObject
  readonly message: JsonObject
}

const word = (value: unknown): Uint8Array => hexToBytes(BigInt(String(value)).toString(16).padStart(64, "0"))

const encoded = (type: string, value: unknown): Uint8Array =>
  type === "string" ? keccak_256(utf8ToBytes(String(value))) : word(value)

const struct = ({ types }: TypedDataJson, name: string, value: JsonObject): Uint8Array => {
  const fields = types[name] ?? []
  const signature = `${name}(${fields.map((field) => `${field.type} ${field.name}`).join(",")})`
  const values = fields.map((field) => encoded(field.type, value[field.name]))
  return keccak_256(concatBytes(keccak_256(utf8ToBytes(signature)), ...values))
}

/** Addresses, numbers and `bytes32` are numbers of 32 bytes; strings are hashed. There are no other types in a transfer. */
export const typedDataHash = (typed: TypedDataJson): Uint8Array =>
  keccak_256(
    concatBytes(
      Uint8Array.of(0x19, 0x01),
      struct(typed, "EIP712Domain", typed.domain),
      struct(typed, typed.primaryType, typed.message)
    )
  )
