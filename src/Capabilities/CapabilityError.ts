/**
 * How a capability can fail, and how that is told: one sentence for all places, with nothing of the provider's text.
 */
import type { ProviderError, QueryRefused } from "../Providers/Errors.ts"

export type CapabilityError = ProviderError | QueryRefused

/** What is told of a failure, without the full stop. */
export const sentenceOf = (error: CapabilityError): string => {
  switch (error._tag) {
    case "QueryRefused":
      return `The provider ${error.provider} does not take the query: ${error.problems.map(({ message, pointer }) => `${pointer} ${message}`.trim()).join("; ")}`
    case "ProviderRateLimited":
      return `The provider ${error.provider} is rate-limiting`
    case "ProviderUnavailable":
      return `The provider ${error.provider} is unavailable`
    case "ProviderBadResponse":
      return `The provider ${error.provider} gave no usable answer`
    case "ProviderTimeout":
      return `The provider ${error.provider} did not answer in time`
  }
}

/** The code that each of them has on the wire. */
export const codeOf = (error: CapabilityError) => codes[error._tag]

const codes = {
  QueryRefused: "VALIDATION_FAILED",
  ProviderRateLimited: "PROVIDER_RATE_LIMITED",
  ProviderUnavailable: "PROVIDER_UNAVAILABLE",
  ProviderBadResponse: "PROVIDER_BAD_RESPONSE",
  ProviderTimeout: "PROVIDER_TIMEOUT"
} as const satisfies Readonly<Record<CapabilityError["_tag"], string>>
