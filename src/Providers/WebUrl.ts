/**
 * Addresses as providers write them.
 */

/** Characters that an address may not hold as they are (RFC 3986, appendix C). */
const unsafe = /[\s<>"{}|\\^`]/

/** The first that is the address of a web page, percent-encoded where it must be; null when none is. */
export const firstWebUrl = (candidates: ReadonlyArray<string | null | undefined>): string | null => {
  for (const candidate of candidates) {
    const text = candidate?.trim() ?? ""
    if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) continue
    return unsafe.test(text) ? new URL(text).href : text
  }
  return null
}
