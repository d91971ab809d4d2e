/**
 * What the service does not keep yet: to be emptied. A rule that is named here is not asked for; a fault is not drawn.
 */

/** Rules by their names. */
export const rules: ReadonlySet<string> = new Set<string>([])

/** Faults, node's states and steps by their words. */
export const drawn: ReadonlySet<string> = new Set<string>([])

/** Those that are drawn. */
export const ready = <A extends string>(all: ReadonlyArray<A>): ReadonlyArray<A> =>
  all.filter((word) => !drawn.has(word))
