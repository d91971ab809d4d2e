/**
 * Addresses as providers write them.
 */
import { Option } from "effect"
import { parseUrl } from "../../Text/ParseUrl.ts"

/** Characters that an address may not hold as they are (RFC 3986, appendix C). */
const unsafe = /[\s<>"{}|\\^`]/

/** The first that is the address of a web page, percent-encoded where it must be; null when none is. */
export const firstWebUrl = (candidates: ReadonlyArray<string | null | undefined>): string | null => {
  for (const candidate of candidates) {
    const text = candidate?.trim() ?? ""
    const address = /^https?:\/\//i.test(text) ? parseUrl(text) : Option.none()
    if (Option.isSome(address)) return unsafe.test(text) ? address.value.href : text
  }
  return null
}
