/**
 * Limits how many calls of one provider are under way at the same time. A slow provider with many callers then takes
 * only its own share of the process.
 */
import * as Context from "effect/Context"
import type { ProviderSlug } from "../../Resources/ProviderSlug.ts"
import { atMost } from "../../Runtime/Bracket.ts"
import { ProviderUnavailable } from "../Errors.ts"

/** The most calls to one provider at the same time. A deployment makes it half of the calls that it takes itself. */
export class MostCalls extends Context.Reference<MostCalls>()("almanac/MostCalls", {
  defaultValue: () => 512
}) {}

/** The bulkhead of one provider. A call beyond the limit fails at once, which does not count against the provider. */
export const make = (provider: ProviderSlug, most: number) =>
  atMost(most, new ProviderUnavailable({ provider, reason: "too many calls under way", retryAfter: 1 }))
