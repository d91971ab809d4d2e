/**
 * How far two names are from each other.
 */
/** Insertions, deletions, replacements and exchanges of neighbours that make one text of the other. */
export const distance = (a: string, b: string): number => {
  let before: ReadonlyArray<number> = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isEqual = a[i - 1] === b[j - 1]
      const isExchanged = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isEqual ? 0 : 1),
        isExchanged ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
      )
    }
    before = last
    last = row
  }
  return last[b.length] ?? 0
}

/** The longest name that is compared: the work grows with its length. */
const longestName = 64

/**
 * The name that another one was probably meant to be: a third of its characters, or one of a short name, may be mistaken.
 * `undefined` when none is like it, or when it is longer than 64 characters.
 */
export const nearest = (name: string, names: ReadonlyArray<string>): string | undefined => {
  if (name.length > longestName) return undefined
  const told = name.toLowerCase()
  const [best] = names
    .map((one) => ({ one, mistakes: distance(told, one.toLowerCase()) }))
    .sort((left, right) => left.mistakes - right.mistakes)
  return best !== undefined && best.mistakes <= Math.max(1, Math.floor(best.one.length / 3))
    ? best.one
    : undefined
}
