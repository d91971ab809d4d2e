/**
 * The verdict of `information.verify` made again from its answer, and explained. Pure functions, for browsers too.
 */
export { type ReadItem, type Recomputed, recompute } from "./Recompute.ts"
export { explain } from "./Words.ts"
