/**
 * One GET: sends a request and returns a readable reply, a redirect, or a typed failure.
 */
import type * as Headers from "@effect/platform/Headers"
import type * as HttpClient from "@effect/platform/HttpClient"
import type * as HttpClientError from "@effect/platform/HttpClientError"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import type * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Overloaded } from "../../Api/Failure.ts"
import { isOutOfDescriptors, outOfDescriptors } from "../../Http/client/Descriptors.ts"
import type { ProviderSlug } from "../../Resources/ProviderSlug.ts"
import { annotateEnd, span } from "../../Runtime/Span.ts"
import * as Attributes from "../../Telemetry/Attributes.ts"
import { type ProviderError, ProviderTimeout } from "../Errors.ts"
import * as Deadline from "./Deadline.ts"
import { locationOf } from "./RedirectTarget.ts"
import { readText } from "./ReplyBody.ts"
import { isTransient, statusError } from "./StatusError.ts"
import { transportError } from "./TransportError.ts"

/** A reply of success, or with a status that the request accepts. */
export interface Reply {
  /** 200 for every success that the request does not accept by its own status: 203, say, is a proxy's 200. */
  readonly status: number
  readonly headers: Headers.Headers
  /** The body; "" when there is none. */
  readonly text: string
}

/** The outcome of an exchange: a reply, or the address that has it. */
export type Outcome =
  | { readonly _tag: "Replied"; readonly reply: Reply }
  | { readonly _tag: "Moved"; readonly location: string }

/** A failed exchange. `transient`: the same call may succeed a moment later. */
export class ExchangeFailed extends Data.TaggedError("ExchangeFailed")<{
  readonly error: ProviderError
  readonly transient: boolean
}> {
  override get message() {
    return `${this.error._tag}: ${this.error.reason}`
  }
}

/** One GET. */
export interface ExchangeRequest {
  readonly provider: ProviderSlug
  readonly url: URL
  /** The URL's path without what a caller chose; absent for an address that a provider named. */
  readonly template: string | undefined
  readonly headers: Readonly<Record<string, string>>
  /** Statuses besides success whose replies are read. */
  readonly accept: ReadonlyArray<number>
  /** How many requests the same call has sent before. */
  readonly resendCount: number
  /** Told of the status of the reply, once it has come. */
  readonly onStatus: (status: number) => void
}

/** A failure that a second attempt would repeat. */
export const final = (error: ProviderError) => new ExchangeFailed({ error, transient: false })

/** Decides by the status of a reply. */
const judge = (
  request: ExchangeRequest,
  response: HttpClientResponse.HttpClientResponse
): Effect.Effect<Outcome, ExchangeFailed> => {
  const { headers } = response
  const isSuccess = response.status >= 200 && response.status < 300
  const isAccepted = request.accept.includes(response.status)
  const failed = () =>
    Effect.flatMap(
      statusError(request.provider, response),
      (error) => new ExchangeFailed({ error, transient: isTransient(response.status) })
    )
  if (isSuccess || isAccepted) {
    const status = isAccepted ? response.status : 200
    return Effect.matchEffect(readText(request.provider, response), {
      onSuccess: (text): Effect.Effect<Outcome> =>
        Effect.succeed({ _tag: "Replied", reply: { status, headers, text } }),
      // A status says what it says, whether its body can be read or not.
      onFailure: (error) =>
        isSuccess || error._tag !== "ProviderBadResponse" ? Effect.fail(final(error)) : failed()
    })
  }
  const location = locationOf(response)
  if (Option.isSome(location)) return Effect.succeed({ _tag: "Moved", location: location.value })
  return failed()
}

/** A call that could not be sent for want of a file descriptor: our own fault, so no failure of the provider. */
const noDescriptor = new Overloaded({
  message: "Too many calls are under way; this call charged nothing.",
  retryAfter: 5,
  why: outOfDescriptors
})

const connectFailed = (request: ExchangeRequest, failure: HttpClientError.HttpClientError) => {
  if (isOutOfDescriptors(failure)) return Effect.die(noDescriptor)
  const error = transportError(request.provider, failure)
  // A reply that began and broke off is likely to break off again.
  const transient = failure._tag === "RequestError" && error._tag === "ProviderUnavailable"
  return Effect.fail(new ExchangeFailed({ error, transient }))
}

/** The failure of an exchange that was waiting at the deadline. */
export const deadlinePassed = (provider: ProviderSlug) => () =>
  final(new ProviderTimeout({ provider, reason: "deadline passed" }))

/**
 * Sends one GET and reads the reply, all before the deadline. Its span has the attributes of OpenTelemetry's HTTP
 * client conventions with few values. It has the template of the URL's path, and omits the URL, which has queries and
 * keys.
 */
export const exchange = (
  client: HttpClient.HttpClient,
  request: ExchangeRequest
): Effect.Effect<Outcome, ExchangeFailed> =>
  Effect.suspend(() => {
    let status: number | undefined
    const came = () => (status === undefined ? {} : { [Attributes.statusCode]: status })
    return client.execute(HttpClientRequest.get(request.url.href, { headers: request.headers })).pipe(
      Effect.matchEffect({
        onFailure: (failure) => connectFailed(request, failure),
        onSuccess: (response) => {
          status = response.status
          request.onStatus(status)
          return judge(request, response)
        }
      }),
      Deadline.enforce(deadlinePassed(request.provider)),
      annotateEnd({
        onSuccess: came,
        onFailure: ({ error }) => ({ ...came(), [Attributes.errorType]: error._tag })
      }),
      span(request.template === undefined ? "GET" : `GET ${request.template}`, () => ({
        kind: "client",
        attributes: {
          [Attributes.requestMethod]: "GET",
          [Attributes.urlScheme]: request.url.protocol.slice(0, -1),
          ...(request.template === undefined ? {} : { [Attributes.urlTemplate]: request.template }),
          ...Attributes.server(request.url),
          ...(request.resendCount > 0 ? { [Attributes.resendCount]: request.resendCount } : {})
        }
      }))
    )
  })
