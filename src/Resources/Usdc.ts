/**
 * Amounts of USDC as integers of its smallest unit (6 decimals), never floats.
 */
import * as Option from "effect/Option"

const decimals = 6

/** Decimal text, at most 6 decimals, in atomic units; `undefined` for any other text. */
export const read = (text: string): bigint | undefined => {
  const match = /^(\d{1,12})(?:\.(\d{1,6}))?$/.exec(text)
  return match === null ? undefined : BigInt(`${match[1]}${(match[2] ?? "").padEnd(decimals, "0")}`)
}

/** Decimal text, at most 6 decimals and above 0, in atomic units. */
export const parse = (text: string): Option.Option<bigint> =>
  Option.filter(Option.fromNullable(read(text)), (atomic) => atomic > 0n)

/** Atomic units as decimal text without trailing zeros. */
export const format = (atomic: bigint): string => {
  const digits = atomic.toString().padStart(decimals + 1, "0")
  const fraction = digits.slice(-decimals).replace(/0+$/, "")
  return fraction === "" ? digits.slice(0, -decimals) : `${digits.slice(0, -decimals)}.${fraction}`
}
