/**
 * Counts by kind and word: what has been done to the service, and what it came to.
 */

/** Counts. */
export interface Tally {
  readonly add: (kind: string, word: string, count?: number) => void
  readonly of: (kind: string) => ReadonlyArray<readonly [word: string, count: number]>
  readonly sum: (kind: string) => number
}

/** Nothing yet. */
export const make = (): Tally => {
  const counts = new Map<string, Map<string, number>>()
  const of = (kind: string) => [...(counts.get(kind) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    add: (kind, word, count = 1) => {
      const words = counts.get(kind) ?? new Map<string, number>()
      words.set(word, (words.get(word) ?? 0) + count)
      counts.set(kind, words)
    },
    of,
    sum: (kind) => of(kind).reduce((sum, [, count]) => sum + count, 0)
  }
}
