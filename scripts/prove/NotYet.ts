/**
 * What the service does not keep yet: to be emptied. A rule that is named here is not asked for; a fault is not drawn.
 */

/** Rules by their names. */
export const rules: ReadonlySet<string> = new Set<string>([
  // Payments of a stranger lock contract wallets out, and hold a buyer's name.
  "refusals are one's own",
  // A settled payment can be read from the chain by anybody, and its answer fetched.
  "a name closes its answer",
  // What could not be stored for certain is settled, and the table has no row for a payment that is used.
  "no means no",
  // Any end of a window is taken.
  "windows are held",
  // Who joins a repeat is not counted.
  "repeats are counted"
])

/** Faults, node's states and steps by their words. */
export const drawn: ReadonlySet<string> = new Set<string>([])

/** Those that are drawn. */
export const ready = <A extends string>(all: ReadonlyArray<A>): ReadonlyArray<A> =>
  all.filter((word) => !drawn.has(word))
