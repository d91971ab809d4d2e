/**
 * Web addresses in the records of providers.
 */
import * as Option from "effect/Option"
import { parseUrl } from "../../Text/ParseUrl.ts"

/** Characters that must be percent-encoded in an address (RFC 3986, appendix C). */
const unsafe = /[\s<>"{}|\\^`]/

/** The first web address, percent-encoded where needed; null when there is none. */
export const firstWebUrl = (candidates: ReadonlyArray<string | null | undefined>): string | null => {
  for (const candidate of candidates) {
    const text = candidate?.trim() ?? ""
    const address = /^https?:\/\//i.test(text) ? parseUrl(text) : Option.none()
    if (Option.isSome(address)) return unsafe.test(text) ? address.value.href : text
  }
  return null
}
