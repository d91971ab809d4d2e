/**
 * The one place where a provider's failure becomes an answer: 429, 502, 504, or the caller's 400.
 */
import * as Failure from "../Api/Failure.ts"
import { type CapabilityError, sentenceOf } from "../Capabilities/CapabilityError.ts"
import { invalid } from "../Payment/request/RequestBody.ts"

/** Seconds to wait where the provider named none. Source: decisions, HTTP surface. */
const usualRetryAfter = 30

/** A failure as the client sees it: the provider by its slug, nothing of its text. */
export const toFailure = (error: CapabilityError): Failure.ProviderFailure | Failure.ValidationFailed => {
  if (error._tag === "QueryRefused") return invalid(error.problems)
  const told = {
    message: `${sentenceOf(error)}; nothing was charged.`,
    details: { provider: error.provider },
    retryAfter: error.retryAfter
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
