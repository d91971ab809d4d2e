/**
 * The character references of HTML ("entities"), only with a semicolon: without that rule, `&copy=2` in an address
 * would become a copyright sign.
 */
import { decodeHTMLStrict } from "entities/decode"

/** The length of `&CounterClockwiseContourIntegral;`, the longest reference. */
export const maxLength = 33

/** Decodes a reference such as `&amp;`, `&#38;` or `&#x26;`; `undefined` for an unknown one. */
export const decode = (reference: string): string | undefined => {
  if (!/^&#?[a-zA-Z0-9]+;$/.test(reference)) return undefined
  const decoded = decodeHTMLStrict(reference)
  return decoded === reference ? undefined : decoded
}
