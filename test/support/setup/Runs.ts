/**
 * How often a property is tried. `npm test` takes a fifth of the runs; `npm run test:all` takes all of them, over the
 * same files.
 */

const isSlow = process.env["TEST_TIER"] === "integration"

/** The number of runs of a property that gets `all` in the slow tier. */
export const runs = (all: number): number => (isSlow ? all : Math.ceil(all / 5))

/** How often a case must have come up among random ones: a fifth of the runs leaves a rare case to chance. */
export const least = (all: number): number => (isSlow ? all : 1)
