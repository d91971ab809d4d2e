/**
 * What Wikidata's own errors mean: its APIs explain themselves in the body, the Action API with status 200.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { retryAfter } from "../client/StatusError.ts"
import type { Reply } from "../client/Upstream.ts"
import {
  ProviderBadResponse,
  type ProviderError,
  ProviderRateLimited,
  ProviderUnavailable,
  QueryRefused
} from "../Errors.ts"
import type { ApiError, RestError } from "./schema.ts"

const provider = "wikidata"

/** Codes with which load is shed: `ratelimited`, `maxlag`, `cirrussearch-too-busy-error` and its kin. */
const throttled = /^(ratelimited|maxlag|.*too-busy(-.*)?-error)$/

/** Codes that speak of its own machinery: `internal_api_error_*`, `readonly`, `cirrussearch-backend-error`. */
const outOfOrder = /^(internal_api_error.*|readonly|.*backend-error)$/

/** `Unrecognized value for parameter "language": xx.` and `Invalid query parameter: 'language'` */
const namesLanguage = (text: string) => /parameter:? ?["']?language\b/i.test(text)

/** The caller's language is none of its languages. */
export const unknownLanguage = new QueryRefused({
  provider,
  problems: [{ pointer: "/language", message: "must be a language that Wikidata knows" }]
})

/** The failure that an error of the Action API means. */
export const apiFailure = (
  { code, info }: ApiError,
  { headers }: Pick<Reply, "headers">
): Effect.Effect<never, ProviderError | QueryRefused> => {
  if (throttled.test(code)) {
    return Effect.flatMap(
      retryAfter(headers),
      (named) =>
        new ProviderRateLimited({
          provider,
          reason: "throttled",
          ...(Option.isSome(named) ? { retryAfter: named.value } : {})
        })
    )
  }
  if (outOfOrder.test(code)) return Effect.fail(new ProviderUnavailable({ provider, reason: "out of order" }))
  return Effect.fail(
    namesLanguage(info ?? "")
      ? unknownLanguage
      : new ProviderBadResponse({ provider, reason: "error in the reply" })
  )
}

/** Whether an error of the REST API says that it does not know the language. */
export const isUnknownLanguage = ({ message, context }: RestError): boolean =>
  context?.parameter === "language" || namesLanguage(message ?? "")
