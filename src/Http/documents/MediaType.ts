/**
 * Which of the forms of a document a client likes best (RFC 9110, 12.5.1).
 */

/** A range of media types, and its weight; other parameters are not looked at. */
const element = /^\s*([\w*!#$%&'.^`|~+-]+\/[\w*!#$%&'.^`|~+-]+)\s*(?:;|$)/
const weight = /;\s*q\s*=\s*([^;\s]*)/i

/** How closely a range names a type: exactly, by its kind (`text/*`), as any, or not at all. */
const closeness = (range: string, type: string): number => {
  if (range === type) return 3
  if (range === `${type.slice(0, type.indexOf("/"))}/*`) return 2
  return range === "*/*" ? 1 : 0
}

/**
 * The form for the header `Accept`: of the greatest weight; of those, the one that is named most closely; of those, the
 * first. Without a header, and where it allows none of them, the first.
 */
export const preferred = <const Type extends string>(
  accept: string | undefined,
  offered: readonly [Type, ...ReadonlyArray<Type>]
): Type => {
  const ranges = (accept ?? "*/*").split(",").flatMap((written) => {
    const range = element.exec(written)?.[1]?.toLowerCase()
    const own = Number(weight.exec(written)?.[1] ?? "1")
    // Malformed elements are left out.
    return range === undefined || Number.isNaN(own) ? [] : [{ range, weight: own }]
  })
  const [first] = offered
  let best = { type: first, weight: 0, close: 0 }
  for (const type of offered) {
    // The closest range decides, whatever the others say (`text/*, text/html;q=0`).
    let own = { weight: 0, close: 0 }
    for (const { range, weight } of ranges) {
      const close = closeness(range, type)
      if (close > own.close) own = { weight, close }
    }
    if (own.weight > best.weight || (own.weight === best.weight && own.weight > 0 && own.close > best.close))
      best = { type, ...own }
  }
  return best.type
}
