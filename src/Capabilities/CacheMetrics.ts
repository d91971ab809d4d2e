/**
 * What is measured of the cache, by capability.
 */
import { ages } from "../Telemetry/Buckets.ts"
import * as Labelled from "../Telemetry/Labelled.ts"
import { record } from "../Telemetry/Measure.ts"

const reads = Labelled.counter(
  "almanac_cache_reads_total",
  "Records that were found in the cache (hit), or had to be asked for (miss)",
  "capability",
  "result"
)
const age = Labelled.histogram(
  "almanac_cache_age_seconds",
  "Age of the records that were found",
  ages,
  "capability"
)

/** Shows the reads of a capability as 0 before the first one. */
export const register = (capability: string): void => {
  for (const result of ["hit", "miss"]) record(reads(capability, result), 0)
}

/** Counts a read; the age in seconds. Call it inside an effect. */
export const count = (capability: string, hit: boolean, seconds: number): void => {
  record(reads(capability, hit ? "hit" : "miss"), 1)
  if (hit) record(age(capability), seconds)
}
