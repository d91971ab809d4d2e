/** The order of texts by code point: no locale, and not JavaScript's own, which is by UTF-16 unit. */
import type * as Order from "effect/Order"

/** The first characters that differ decide; a text comes before those that begin with it. */
export const byCodePoint: Order.Order<string> = (one, other) => {
  if (one === other) return 0
  const [some, others] = [Array.from(one), Array.from(other)]
  const at = some.findIndex((character, index) => character !== others[index])
  if (at < 0) return -1
  const [left, right] = [some[at]?.codePointAt(0) ?? -1, others[at]?.codePointAt(0) ?? -1]
  return left < right ? -1 : 1
}
