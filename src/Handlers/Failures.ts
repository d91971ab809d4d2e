/**
 * The one place where a provider's failure becomes an answer: 429, 502, 504, or the caller's 400.
 */
import * as Failure from "../Api/Failure.ts"
import { invalid } from "../Payment/RequestBody.ts"
import type { ProviderError, QueryRefused } from "../Providers/ProviderError.ts"

/** Seconds to wait where the provider named none. Source: decisions, HTTP surface. */
const usualRetryAfter = 30

/** A failure as the client sees it: the provider by its slug, nothing of its text. */
export const toFailure = (
  error: ProviderError | QueryRefused
): Failure.ProviderFailure | Failure.ValidationFailed => {
  switch (error._tag) {
    case "QueryRefused":
      return invalid(error.problems)
    case "ProviderRateLimited":
      return new Failure.RateLimited({
        message: `The provider ${error.provider} is rate-limiting; nothing was charged.`,
        details: { provider: error.provider },
        retryAfter: error.retryAfter ?? usualRetryAfter
      })
    case "ProviderUnavailable":
      return new Failure.Unavailable({
        message: `The provider ${error.provider} is unavailable; nothing was charged.`,
        details: { provider: error.provider },
        retryAfter: error.retryAfter
      })
    case "ProviderBadResponse":
      return new Failure.BadResponse({
        message: `The provider ${error.provider} gave no usable answer; nothing was charged.`,
        details: { provider: error.provider },
        retryAfter: error.retryAfter
      })
    case "ProviderTimeout":
      return new Failure.TimedOut({
        message: `The provider ${error.provider} did not answer in time; nothing was charged.`,
        details: { provider: error.provider },
        retryAfter: error.retryAfter
      })
  }
}
