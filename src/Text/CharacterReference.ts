/**
 * The character references of HTML ("entities"). Only with the semicolon: without one, `&copy=2` in an address would
 * be a sign of copyright.
 */
import { decodeHTMLStrict } from "entities/decode"

/** The longest name is that of `&CounterClockwiseContourIntegral;`. */
export const maxLength = 33

/** What a whole reference such as `&amp;`, `&#38;` or `&#x26;` stands for; nothing when there is no such reference. */
export const decode = (reference: string): string | undefined => {
  if (!/^&#?[a-zA-Z0-9]+;$/.test(reference)) return undefined
  const decoded = decodeHTMLStrict(reference)
  return decoded === reference ? undefined : decoded
}
