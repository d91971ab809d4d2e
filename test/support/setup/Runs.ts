/**
 * How often a property is tried. `npm test` takes a fifth of the runs; `npm run test:all` takes all of them, over the
 * same files.
 */

/** The number of runs of a property that gets `all` in the slow tier. */
export const runs = (all: number): number =>
  process.env["TEST_TIER"] === "integration" ? all : Math.ceil(all / 5)
