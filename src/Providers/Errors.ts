/**
 * How a provider can fail, decided at its edge. No code above this reads a status code: the handlers map these
 * classes, in one place, to 429, 502, 504 and 400.
 */
import * as Schema from "effect/Schema"
import { Problem } from "../Resources/Problem.ts"
import { ProviderSlug } from "../Resources/ProviderSlug.ts"

const shared = {
  provider: ProviderSlug,
  /** Whole seconds after which the provider may answer again, where it is known. */
  retryAfter: Schema.optional(Schema.Number),
  /** For operators: one of our own words, never the provider's text. */
  reason: Schema.String
}

/** The provider throttles us: 429. */
export class ProviderRateLimited extends Schema.TaggedError<ProviderRateLimited>()(
  "ProviderRateLimited",
  shared
) {}

/** The provider cannot be reached, is broken or refuses our key: 502. */
export class ProviderUnavailable extends Schema.TaggedError<ProviderUnavailable>()(
  "ProviderUnavailable",
  shared
) {}

/** The provider answered something that is not its answer: 502. */
export class ProviderBadResponse extends Schema.TaggedError<ProviderBadResponse>()(
  "ProviderBadResponse",
  shared
) {}

/** The provider did not answer within the deadline: 504. */
export class ProviderTimeout extends Schema.TaggedError<ProviderTimeout>()("ProviderTimeout", shared) {}

/** A failure of the provider or of the way to it. */
export type ProviderError = ProviderRateLimited | ProviderUnavailable | ProviderBadResponse | ProviderTimeout

/** The reason of an operation that is suspended because what the provider lets us spend is used up. */
export const budgetSpent = "budget spent"

/** The reason of a reply that is larger than we read: so are the answers to some queries. */
export const bodyTooLong = "body over the limit"

/** The same error with another time to wait: `seconds` rounded up, one at least; and with another reason. */
export const retryingAfter = (
  error: ProviderError,
  seconds: number,
  reason: string = error.reason
): ProviderError => {
  const facts = {
    provider: error.provider,
    reason,
    retryAfter: Math.max(1, Math.ceil(seconds))
  }
  switch (error._tag) {
    case "ProviderRateLimited":
      return new ProviderRateLimited(facts)
    case "ProviderUnavailable":
      return new ProviderUnavailable(facts)
    case "ProviderBadResponse":
      return new ProviderBadResponse(facts)
    case "ProviderTimeout":
      return new ProviderTimeout(facts)
  }
}

/**
 * The provider understood the query and does not serve it, by its own rules: an unknown currency, say. The
 * caller's 400. A value of the provider, not a failure: it is cached and never counts against the provider.
 * Pointers lead into the query as the port was given it; the caller of the port maps them to its own fields.
 */
export class QueryRefused extends Schema.TaggedError<QueryRefused>()("QueryRefused", {
  provider: ProviderSlug,
  problems: Schema.NonEmptyArray(Problem)
}) {}
