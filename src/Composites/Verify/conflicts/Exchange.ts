/**
 * Two sides of a sentence, and whether another sentence has them the other way round.
 */

/** What stands on either side, in stems. */
export interface Sides {
  readonly one: ReadonlySet<string>
  readonly other: ReadonlySet<string>
}

const share = (some: ReadonlySet<string>, others: ReadonlySet<string>): boolean =>
  [...some].some((one) => others.has(one))

const without = (some: ReadonlySet<string>, others: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...some].filter((one) => !others.has(one)))

/** What stands on the same side in both ("risk in men", "risk in women") tells nothing. */
export const isExchanged = (claim: Sides, best: Sides): boolean =>
  share(without(claim.one, best.one), without(best.other, claim.other)) &&
  share(without(claim.other, best.other), without(best.one, claim.one))
