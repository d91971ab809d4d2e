/**
 * Amounts of USDC as integers of its smallest unit (6 decimals), never floats.
 */
import * as Option from "effect/Option"

const decimals = 6

/** Decimal text, at most 6 decimals and above 0, in atomic units. */
export const parse = (text: string): Option.Option<bigint> => {
  const match = /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(text)
  if (match === null) return Option.none()
  const atomic = BigInt(`${match[1]}${(match[2] ?? "").padEnd(decimals, "0")}`)
  return atomic > 0n ? Option.some(atomic) : Option.none()
}

/** Atomic units as decimal text without trailing zeros. */
export const format = (atomic: bigint): string => {
  const digits = atomic.toString().padStart(decimals + 1, "0")
  const fraction = digits.slice(-decimals).replace(/0+$/, "")
  return fraction === "" ? digits.slice(0, -decimals) : `${digits.slice(0, -decimals)}.${fraction}`
}
