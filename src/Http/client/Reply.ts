/**
 * A reply of a server that was read whole, as a response of the platform's client, and the JSON of a reply up to a limit.
 */
import * as Cookies from "@effect/platform/Cookies"
import type * as Headers from "@effect/platform/Headers"
import * as HttpClientError from "@effect/platform/HttpClientError"
import type * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as HttpIncomingMessage from "@effect/platform/HttpIncomingMessage"
import * as UrlParams from "@effect/platform/UrlParams"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Inspectable from "effect/Inspectable"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { UnpackError } from "./Unpack.ts"

/** Unlike `Buffer.toString`, it removes a byte order mark. */
const utf8 = new TextDecoder()

/**
 * A reply, or the part of it that came before the connection broke. A body that cannot be unpacked fails who reads it,
 * and nobody who looks at the status alone.
 */
export class Reply extends Inspectable.Class implements HttpClientResponse.HttpClientResponse {
  readonly [HttpIncomingMessage.TypeId]: HttpIncomingMessage.TypeId = HttpIncomingMessage.TypeId
  readonly [HttpClientResponse.TypeId]: HttpClientResponse.TypeId = HttpClientResponse.TypeId

  readonly request: HttpClientRequest.HttpClientRequest
  readonly status: number
  readonly headers: Headers.Headers
  readonly body: Either.Either<Buffer, UnpackError>

  constructor(
    request: HttpClientRequest.HttpClientRequest,
    status: number,
    headers: Headers.Headers,
    body: Either.Either<Buffer, UnpackError>
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

  get stream(): Stream.Stream<Uint8Array, HttpClientError.ResponseError> {
    return Stream.fromEffect(this.read((body) => body))
  }

  get arrayBuffer(): Effect.Effect<ArrayBuffer, HttpClientError.ResponseError> {
    return this.read((body) => new Uint8Array(body).buffer)
  }

  get text(): Effect.Effect<string, HttpClientError.ResponseError> {
    return this.read((body) => utf8.decode(body))
  }

  get json(): Effect.Effect<unknown, HttpClientError.ResponseError> {
    return this.read((body) => (body.length === 0 ? null : JSON.parse(utf8.decode(body))))
  }

  get urlParamsBody(): Effect.Effect<UrlParams.UrlParams, HttpClientError.ResponseError> {
    return this.read((body) => UrlParams.fromInput(new URLSearchParams(utf8.decode(body))))
  }

  get formData(): Effect.Effect<FormData, HttpClientError.ResponseError> {
    return Effect.flatMap(
      this.read((body) => new Response(body, { headers: this.headers })),
      (response) =>
        Effect.tryPromise({
          try: () => response.formData(),
          catch: (cause) => broken(this.request, this, cause)
        })
    )
  }

  /** The text at once: the whole body is there. */
  get wholeText(): Either.Either<string, HttpClientError.ResponseError> {
    return this.parse((body) => utf8.decode(body))
  }

  private read<A>(parse: (body: Buffer) => A): Effect.Effect<A, HttpClientError.ResponseError> {
    return Effect.suspend(() => this.parse(parse))
  }

  private parse<A>(parse: (body: Buffer) => A): Either.Either<A, HttpClientError.ResponseError> {
    return this.body.pipe(
      Either.flatMap((body) => Either.try(() => parse(body))),
      Either.mapLeft((cause) => broken(this.request, this, cause))
    )
  }

  toJSON(): unknown {
    return { _id: "almanac/Reply", status: this.status }
  }
}

/** The error of a reply that cannot be read. */
export const broken = (
  request: HttpClientRequest.HttpClientRequest,
  response: HttpClientResponse.HttpClientResponse,
  cause: unknown
) => new HttpClientError.ResponseError({ request, response, reason: "Decode", cause })

/** A status and its JSON body; `None` for any other body (HTML, junk, too long): a server may send anything. */
export interface BoundedReply {
  readonly status: number
  readonly json: Option.Option<unknown>
}

const parseJson = Option.liftThrowable((text: string): unknown => JSON.parse(text))

/** A reply with JSON of at most `limit` characters. The client limits the bytes that are read at all (`PooledClient`). */
export const bounded =
  (limit: number) =>
  (status: number, text: string): BoundedReply => ({
    status,
    json: text.length > limit ? Option.none() : parseJson(text)
  })
