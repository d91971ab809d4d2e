/**
 * The errors of statuses that a provider's request does not accept.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { ProviderSlug } from "../../Resources/ProviderSlug.ts"
import {
  ProviderBadResponse,
  type ProviderError,
  ProviderRateLimited,
  ProviderTimeout,
  ProviderUnavailable
} from "../Errors.ts"
import { retryAfter } from "./RetryAfter.ts"

const classOf = (status: number) => {
  switch (status) {
    case 429:
      return ProviderRateLimited
    // 522 and 524 are Cloudflare's: the origin did not accept the connection, or did not answer, in time.
    case 408:
    case 504:
    case 522:
    case 524:
      return ProviderTimeout
    // The provider refuses our key, our plan or our address, which the caller cannot change.
    case 401:
    case 402:
    case 403:
      return ProviderUnavailable
    default:
      return status >= 500 && status < 600 ? ProviderUnavailable : ProviderBadResponse
  }
}

/** Whether a status comes from a gateway and is likely to be gone with the next call. */
export const isTransient = (status: number): boolean => status === 502 || status === 503 || status === 504

/** The error of a status, with the time that the provider named. */
export const statusError = (
  provider: ProviderSlug,
  reply: { readonly status: number; readonly headers: Readonly<Record<string, string | undefined>> }
): Effect.Effect<ProviderError> =>
  Effect.map(retryAfter(reply.headers), (named) => {
    const StatusError = classOf(reply.status)
    return new StatusError({
      provider,
      reason: `status ${reply.status}`,
      ...(Option.isSome(named) ? { retryAfter: named.value } : {})
    })
  })
