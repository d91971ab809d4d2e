/**
 * JSON of which nothing is known yet, and the few encodings that the protocol needs; for Node and browsers alike.
 */
export type JsonObject = { readonly [member: string]: unknown }

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** A member of something that may be no object. */
export const member = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined

export const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined)

/** The value of a JSON text, `undefined` when it is none. */
export const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The address that a text is, `undefined` for anything else. */
export const urlOf = (text: unknown): URL | undefined => {
  try {
    return typeof text === "string" ? new URL(text) : undefined
  } catch {
    return undefined
  }
}

const sorted = (_: string, value: unknown): unknown =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
    : value

/**
 * JSON with the members of objects in the order of their names: equal values are equal text.
 *
 * @throws TypeError for what JSON does not have.
 */
export const canonical = (value: unknown): string => {
  try {
    return JSON.stringify(value, sorted)
  } catch (cause) {
    throw new TypeError("input must be JSON: it is cyclic, too deep, or has a BigInt", { cause })
  }
}

/** Hexadecimal text after `0x`. */
export type Hex = `0x${string}`

/** `bytes` whole bytes at least. */
export const isHex = (value: unknown, bytes: number): value is Hex =>
  typeof value === "string" && /^0x(?:[0-9a-fA-F]{2})*$/.test(value) && value.length >= 2 + 2 * bytes

export const isAddress = (value: unknown): value is Hex => isHex(value, 20) && value.length === 42

export const isSame = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase()

const utf8 = new TextEncoder()

const base64 = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))

/** A value as the protocol's headers carry it: base64 of its JSON. */
export const encodeHeader = (value: unknown): string => base64(utf8.encode(JSON.stringify(value)))

/** The value in such a header, `undefined` when there is none. */
export const decodeHeader = (header: string | null): unknown => {
  if (header === null) return undefined
  try {
    return parse(
      new TextDecoder().decode(Uint8Array.from(atob(header), (character) => character.charCodeAt(0)))
    )
  } catch {
    return undefined
  }
}

const sha256 = async (bytes: Uint8Array<ArrayBuffer>) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))

export const sha256Hex = async (text: string): Promise<Hex> =>
  `0x${Array.from(await sha256(utf8.encode(text)), (byte) => byte.toString(16).padStart(2, "0")).join("")}`

export const sha256Base64 = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
  base64(await sha256(bytes))
