/**
 * Counts by kind and word: what has been done to the service, and what it came to.
 */

/** All that is counted: kind, word, count. */
export type Counts = ReadonlyArray<readonly [kind: string, word: string, count: number]>

/** Counts. */
export interface Tally {
  readonly add: (kind: string, word: string, count?: number) => void
  readonly of: (kind: string) => ReadonlyArray<readonly [word: string, count: number]>
  readonly sum: (kind: string) => number
  readonly all: () => Counts
  readonly merge: (counts: Counts) => void
}

/** Nothing yet. */
export const make = (): Tally => {
  const counts = new Map<string, Map<string, number>>()
  const of = (kind: string) => [...(counts.get(kind) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1))
  const add = (kind: string, word: string, count = 1) => {
    const words = counts.get(kind) ?? new Map<string, number>()
    words.set(word, (words.get(word) ?? 0) + count)
    counts.set(kind, words)
  }
  return {
    add,
    all: () =>
      [...counts].flatMap(([kind, words]) => [...words].map(([word, count]) => [kind, word, count] as const)),
    merge: (others) => {
      for (const [kind, word, count] of others) add(kind, word, count)
    },
    of,
    sum: (kind) => of(kind).reduce((sum, [, count]) => sum + count, 0)
  }
}
