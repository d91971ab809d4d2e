/**
 * An HTTP client directly on undici's dispatcher. A call costs a fifth of what Effect's own undici client takes. A
 * reply is read whole, so that no connection is held while the reply is processed.
 */
import * as Headers from "@effect/platform/Headers"
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientError from "@effect/platform/HttpClientError"
import type * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as UrlParams from "@effect/platform/UrlParams"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { Dispatcher } from "undici"
import { callback } from "../../Runtime/Bracket.ts"
import { JoinedBytes } from "../../Runtime/JoinedBytes.ts"
import * as TimeLimit from "../../Runtime/TimeLimit.ts"
import { broken, Reply } from "./Reply.ts"
import { packings, type UnpackError, type Unpacker, unpacker } from "./Unpack.ts"

/** The most bytes of a reply, on the wire and unpacked; the rest is cut off. `ReplyBody` accepts one byte less. */
export const replyLimit = 4 * 1024 * 1024 + 1

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
  callback<Reply, HttpClientError.HttpClientError | E>((resume) => {
    let stopped = false
    let disarm = () => {}
    let controller: Dispatcher.DispatchController | undefined
    let reply: { readonly status: number; readonly headers: Headers.Headers } | undefined
    let unpacking: Unpacker | undefined
    const bytes = new JoinedBytes()
    let packed = 0
    const bodyOrFailure = (failed?: UnpackError): Either.Either<Buffer, UnpackError> =>
      failed === undefined ? Either.right(bytes.take()) : Either.left(failed)
    const replied = (failed?: UnpackError) =>
      new Reply(request, reply?.status ?? 0, reply?.headers ?? Headers.empty, bodyOrFailure(failed))
    const stop = () => {
      stopped = true
      disarm()
      unpacking?.close()
      controller?.abort(new Error("no longer wanted"))
    }
    disarm = arm((failure) => {
      resume(Effect.fail(failure))
      stop()
    })
    // A limit of zero is over before the timer is there to be cancelled.
    if (stopped) return undefined
    /** Ends a reply that is too long, or that cannot be unpacked. The part that has come is enough to see that. */
    const cut = (failed?: UnpackError) => {
      if (stopped) return
      resume(Effect.succeed(replied(failed)))
      stop()
    }
    const receiver = {
      onData: (chunk: Buffer) => {
        bytes.add(chunk)
        if (bytes.length >= replyLimit) cut()
      },
      onEnd: () => {
        disarm()
        resume(Effect.succeed(replied()))
      },
      onError: cut
    }
    const failure = (cause: Error) =>
      reply === undefined
        ? new HttpClientError.RequestError({ request, reason: "Transport", cause })
        : broken(request, replied(), cause)
    const options = {
      origin: url.origin,
      path: url.pathname + url.search,
      method: request.method,
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
        unpacking = unpacker(packings(reply.headers["content-encoding"]), replyLimit, receiver)
        if (Number(headers["content-length"]) >= replyLimit) cut()
      },
      onResponseData: (_, chunk) => {
        packed += chunk.length
        unpacking?.write(chunk)
        if (packed >= replyLimit) cut()
      },
      onResponseEnd: () => unpacking?.end(),
      onResponseError: (_, cause) => {
        disarm()
        unpacking?.close()
        resume(Effect.fail(failure(cause)))
      }
    })
    return stop
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
) => Effect.Effect<Reply, HttpClientError.HttpClientError | E>

/** An exchange without `HttpClient` and without a fibre for the time limit, for the paths of every paid call. */
export const exchangeOver =
  (dispatcher: Dispatcher): Exchange =>
  (request, { duration, onTimeout }) =>
    TimeLimit.withTimer(duration, (timer) =>
      Either.match(urlOf(request), {
        onLeft: Effect.fail,
        onRight: (url) => send(dispatcher, request, url, (expire) => timer(() => expire(onTimeout())))
      })
    )

/** The process's pool of connections. */
export class Pool extends Context.Tag("almanac/Pool")<Pool, { readonly exchange: Exchange }>() {}
