/**
 * An HTTP client directly on undici's dispatcher. A call costs a fifth of what Effect's own undici client takes. A
 * reply is read whole, so that no connection is held while the reply is processed.
 */
import * as Cookies from "@effect/platform/Cookies"
import * as Headers from "@effect/platform/Headers"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientError from "@effect/platform/HttpClientError"
import type * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as HttpIncomingMessage from "@effect/platform/HttpIncomingMessage"
import * as UrlParams from "@effect/platform/UrlParams"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Inspectable from "effect/Inspectable"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { Dispatcher } from "undici"
import * as TimeLimit from "../../Runtime/TimeLimit.ts"

/** The most bytes of a reply; the rest is cut off. `BodyLimit` accepts one byte less. */
export const replyLimit = 4 * 1024 * 1024 + 1

/** Unlike `Buffer.toString`, it removes a byte order mark. */
const utf8 = new TextDecoder()

/** A reply, or the part of it that came before the connection broke. */
class Reply extends Inspectable.Class implements HttpClientResponse.HttpClientResponse {
  readonly [HttpIncomingMessage.TypeId]: HttpIncomingMessage.TypeId = HttpIncomingMessage.TypeId
  readonly [HttpClientResponse.TypeId]: HttpClientResponse.TypeId = HttpClientResponse.TypeId

  readonly request: HttpClientRequest.HttpClientRequest
  readonly status: number
  readonly headers: Headers.Headers
  readonly body: Buffer

  constructor(
    request: HttpClientRequest.HttpClientRequest,
    status: number,
    headers: Headers.Headers,
    body: Buffer
  ) {
    super()
    this.request = request
    this.status = status
    this.headers = headers
    this.body = body
  }

  get remoteAddress(): Option.Option<string> {
    return Option.none()
  }

  get cookies(): Cookies.Cookies {
    return Cookies.empty
  }

  get stream(): Stream.Stream<Uint8Array> {
    return Stream.make(this.body)
  }

  get arrayBuffer(): Effect.Effect<ArrayBuffer> {
    return Effect.sync(() => new Uint8Array(this.body).buffer)
  }

  get text(): Effect.Effect<string> {
    return Effect.sync(() => utf8.decode(this.body))
  }

  get json(): Effect.Effect<unknown, HttpClientError.ResponseError> {
    return this.read((text) => (text === "" ? null : JSON.parse(text)))
  }

  get urlParamsBody(): Effect.Effect<UrlParams.UrlParams, HttpClientError.ResponseError> {
    return this.read((text) => UrlParams.fromInput(new URLSearchParams(text)))
  }

  get formData(): Effect.Effect<FormData, HttpClientError.ResponseError> {
    return Effect.tryPromise({
      try: () => new Response(this.body, { headers: this.headers }).formData(),
      catch: (cause) => broken(this.request, this, cause)
    })
  }

  private read<A>(parse: (text: string) => A): Effect.Effect<A, HttpClientError.ResponseError> {
    return Effect.try({
      try: () => parse(utf8.decode(this.body)),
      catch: (cause) => broken(this.request, this, cause)
    })
  }

  toJSON(): unknown {
    return { _id: "almanac/Reply", status: this.status }
  }
}

const broken = (
  request: HttpClientRequest.HttpClientRequest,
  response: HttpClientResponse.HttpClientResponse,
  cause: unknown
) => new HttpClientError.ResponseError({ request, response, reason: "Decode", cause })

/** The names are in lower case already. */
const headersOf = (headers: Readonly<Record<string, string | Array<string> | undefined>>): Headers.Headers =>
  Headers.unsafeFromRecord(
    Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(", ") : (value ?? "")
      ])
    )
  )

/** The bytes to send. The service sends no forms and no streams. */
const bodyOf = ({ body }: HttpClientRequest.HttpClientRequest): Uint8Array | null =>
  body._tag === "Uint8Array" ? body.body : null

/** Starts a time limit, which calls back with a failure when it is reached. Returns what cancels it. */
type Arm<E> = (expire: (failure: E) => void) => () => void

const unlimited: Arm<never> = () => () => {}

/** Sends a request. An interruption or the time limit closes the connection. */
const send = <E>(
  dispatcher: Dispatcher,
  request: HttpClientRequest.HttpClientRequest,
  url: URL,
  arm: Arm<E>
) =>
  Effect.async<Reply, HttpClientError.HttpClientError | E>((resume) => {
    let stopped = false
    let controller: Dispatcher.DispatchController | undefined
    let reply: { readonly status: number; readonly headers: Headers.Headers } | undefined
    const chunks: Array<Buffer> = []
    let length = 0
    const replied = () => {
      const [first] = chunks
      const body = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks)
      return new Reply(request, reply?.status ?? 0, reply?.headers ?? Headers.empty, body)
    }
    const stop = () => {
      stopped = true
      disarm()
      controller?.abort(new Error("no longer wanted"))
    }
    const disarm = arm((failure) => {
      resume(Effect.fail(failure))
      stop()
    })
    /** Ends a reply that is too long. The part that has come is enough to see that. */
    const cut = () => {
      resume(Effect.succeed(replied()))
      stop()
    }
    const failure = (cause: Error) =>
      reply === undefined
        ? new HttpClientError.RequestError({ request, reason: "Transport", cause })
        : broken(request, replied(), cause)
    const options = {
      origin: url.origin,
      path: url.pathname + url.search,
      method: request.method as Dispatcher.HttpMethod,
      headers: request.headers,
      body: bodyOf(request)
    }
    dispatcher.dispatch(options, {
      onRequestStart: (started) => {
        controller = started
        if (stopped) stop()
      },
      onResponseStart: (_, status, headers) => {
        reply = { status, headers: headersOf(headers) }
        if (Number(headers["content-length"]) >= replyLimit) cut()
      },
      onResponseData: (_, chunk) => {
        chunks.push(chunk)
        length += chunk.length
        if (length >= replyLimit) cut()
      },
      onResponseEnd: () => {
        disarm()
        resume(Effect.succeed(replied()))
      },
      onResponseError: (_, cause) => {
        disarm()
        resume(Effect.fail(failure(cause)))
      }
    })
    return Effect.sync(stop)
  })

type Request = HttpClientRequest.HttpClientRequest

const urlOf = (request: Request): Either.Either<URL, HttpClientError.RequestError> =>
  Either.mapLeft(
    UrlParams.makeUrl(request.url, request.urlParams, request.hash),
    (cause) => new HttpClientError.RequestError({ request, reason: "InvalidUrl", cause })
  )

/**
 * A client over a dispatcher. It makes no spans and sends no `traceparent`, as `HttpClient.make` would: such a span
 * has the URL with its queries and keys, and a `traceparent` tells third parties which calls belong together.
 */
export const make = (dispatcher: Dispatcher): HttpClient.HttpClient =>
  HttpClient.makeWith<never, never, HttpClientError.HttpClientError, never>(
    Effect.flatMap((request) =>
      Effect.flatMap(urlOf(request), (url) => send(dispatcher, request, url, unlimited))
    ),
    Effect.succeed
  )

/** Sends a request and reads the whole reply within a time limit, from connecting to the last byte. */
export type Exchange = <E>(
  request: Request,
  limit: TimeLimit.Limit<E>
) => Effect.Effect<HttpClientResponse.HttpClientResponse, HttpClientError.HttpClientError | E>

/** An exchange without `HttpClient` and without a fibre for the time limit, for the paths of every paid call. */
export const exchangeOver =
  (dispatcher: Dispatcher): Exchange =>
  (request, { duration, onTimeout }) =>
    TimeLimit.withTimer(duration, (timer) =>
      Effect.flatMap(urlOf(request), (url) =>
        send(dispatcher, request, url, (expire) => timer(() => expire(onTimeout())))
      )
    )

/** The process's pool of connections. */
export class Pool extends Context.Tag("almanac/Pool")<Pool, { readonly exchange: Exchange }>() {}
