/**
 * From the record of a single provider to an answer, and from its failure to the buyer's: 429, 502, 504 or 400.
 */
import * as Effect from "effect/Effect"
import * as Failure from "../Api/Failure.ts"
import type { Fetched } from "./Cached.ts"
import { type CapabilityError, sentenceOf } from "./CapabilityError.ts"

/** Seconds to wait where the provider named none. */
const usualRetryAfter = 30

/** A failure as the client sees it: the provider by its slug, nothing of its text. */
const toFailure = (error: CapabilityError): Failure.ProviderFailure | Failure.ValidationFailed => {
  if (error._tag === "QueryRefused") return Failure.validationFailed(error.problems)
  const told = {
    message: `${sentenceOf(error)}; nothing was charged.`,
    details: { provider: error.provider },
    retryAfter: error.retryAfter,
    why: error.reason
  }
  switch (error._tag) {
    case "ProviderRateLimited":
      return new Failure.RateLimited({ ...told, retryAfter: error.retryAfter ?? usualRetryAfter })
    case "ProviderUnavailable":
      return new Failure.Unavailable(told)
    case "ProviderBadResponse":
      return new Failure.BadResponse(told)
    case "ProviderTimeout":
      return new Failure.TimedOut(told)
  }
}

/** The record as `data`; the headers `Cache-Status` (RFC 9211) and `Age` tell where it came from. */
export const deliver = <A, Meta extends object>(
  fetched: Effect.Effect<Fetched<A>, CapabilityError>,
  meta: Meta
) =>
  Effect.mapBoth(fetched, {
    onFailure: toFailure,
    onSuccess: ({ value, hit, age }) => ({
      data: value,
      meta,
      headers: { "cache-status": hit ? "almanac; hit" : "almanac; fwd=miss", age: String(age) }
    })
  })
