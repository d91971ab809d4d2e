/**
 * One GET over the wire: a request goes out, a reply that somebody wants to read comes back, or a typed failure.
 */
import {
  type Headers,
  type HttpClient,
  type HttpClientError,
  HttpClientRequest,
  type HttpClientResponse
} from "@effect/platform"
import { Data, Effect, Option } from "effect"
import type { ProviderSlug } from "../../Resources/ProviderSlug.ts"
import * as Attributes from "../../Telemetry/Attributes.ts"
import { annotate, span } from "../../Telemetry/Span.ts"
import { type ProviderError, ProviderTimeout } from "../Errors.ts"
import { readText } from "./BodyLimit.ts"
import * as Deadline from "./Deadline.ts"
import { locationOf } from "./RedirectTarget.ts"
import { isTransient, statusError } from "./StatusError.ts"
import { transportError } from "./TransportError.ts"

/** A reply with a status that the provider's reader knows: 200, or one that the request accepts. */
export interface Reply {
  readonly status: number
  readonly headers: Headers.Headers
  /** The body; "" when there is none. */
  readonly text: string
}

/** What an attempt yields: a reply, or the address that has it. */
export type Outcome =
  | { readonly _tag: "Replied"; readonly reply: Reply }
  | { readonly _tag: "Moved"; readonly location: string }

/** An attempt that failed, and whether the same call may well succeed a moment later. */
export class AttemptFailed extends Data.TaggedError("AttemptFailed")<{
  readonly error: ProviderError
  readonly transient: boolean
}> {
  override get message() {
    return `${this.error._tag}: ${this.error.reason}`
  }
}

/** One GET. */
export interface Attempt {
  readonly provider: ProviderSlug
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** Statuses besides 200 whose reply is read. */
  readonly accept: ReadonlyArray<number>
  /** How many requests the same call has sent before this one. */
  readonly resendCount: number
}

/** A failure that a second attempt would not mend. */
export const final = (error: ProviderError) => new AttemptFailed({ error, transient: false })

/** The place where a reply's status is judged. */
const judge = (
  attempt: Attempt,
  response: HttpClientResponse.HttpClientResponse
): Effect.Effect<Outcome, AttemptFailed> => {
  const { status, headers } = response
  if (status === 200 || attempt.accept.includes(status)) {
    return readText(attempt.provider, response).pipe(
      Effect.mapBoth({
        onSuccess: (text) => ({ _tag: "Replied", reply: { status, headers, text } }),
        onFailure: final
      })
    )
  }
  const location = locationOf(response)
  if (Option.isSome(location)) return Effect.succeed({ _tag: "Moved", location: location.value })
  return Effect.flatMap(
    statusError(attempt.provider, response),
    (error) => new AttemptFailed({ error, transient: isTransient(status) })
  )
}

const connectFailed = (attempt: Attempt) => (failure: HttpClientError.HttpClientError) => {
  const error = transportError(attempt.provider, failure)
  // A reply that began and broke off would break off again.
  return new AttemptFailed({
    error,
    transient: failure._tag === "RequestError" && error._tag === "ProviderUnavailable"
  })
}

/** The failure of whatever was still waiting when the deadline came. */
export const deadlinePassed = (provider: ProviderSlug) => () =>
  final(new ProviderTimeout({ provider, reason: "deadline passed" }))

/**
 * Sends one GET and reads what comes back, all before the deadline. Its span carries the attributes of OpenTelemetry's
 * HTTP client conventions that have few values; the URL, which holds queries and keys, is not among them.
 */
export const exchange = (
  client: HttpClient.HttpClient,
  attempt: Attempt
): Effect.Effect<Outcome, AttemptFailed> =>
  client.execute(HttpClientRequest.get(attempt.url.href, { headers: attempt.headers })).pipe(
    Effect.mapError(connectFailed(attempt)),
    Effect.tap((response) => annotate({ [Attributes.statusCode]: response.status })),
    Effect.flatMap((response) => judge(attempt, response)),
    Deadline.enforce(deadlinePassed(attempt.provider)),
    Effect.tapError(({ error }) => annotate({ [Attributes.errorType]: error._tag })),
    span("GET", {
      kind: "client",
      attributes: {
        [Attributes.requestMethod]: "GET",
        ...Attributes.server(attempt.url),
        ...(attempt.resendCount > 0 ? { [Attributes.resendCount]: attempt.resendCount } : {})
      }
    })
  )
