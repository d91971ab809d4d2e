/**
 * An HTTP client that keeps the last reply as it came over the wire, while the provider's own code reads it.
 */
import { HttpClient, HttpClientRequest, type HttpClientResponse } from "@effect/platform"
import { Effect, Option, Ref, Stream } from "effect"

/** A reply as the provider sent it. */
export interface RawReply {
  /** With its keys: for `redactUrl` only. */
  readonly url: URL
  readonly status: number
  readonly text: string
}

/** The client, and what it heard. */
export interface Recorder {
  readonly client: HttpClient.HttpClient
  /** The last reply since `forget`; none when nothing came. */
  readonly last: Effect.Effect<Option.Option<RawReply>>
  readonly forget: Effect.Effect<void>
}

interface Heard {
  readonly url: URL
  readonly status: number
  readonly parts: Array<Uint8Array>
}

/** The response, whose parts are noted as they are read: limits and deadlines stay the reader's. */
const overheard = (
  response: HttpClientResponse.HttpClientResponse,
  parts: Array<Uint8Array>
): HttpClientResponse.HttpClientResponse =>
  Object.create(response, {
    stream: { value: Stream.tap(response.stream, (part) => Effect.sync(() => parts.push(part))) }
  })

/** Wraps a client. For one call at a time. */
export const make = (client: HttpClient.HttpClient): Effect.Effect<Recorder> =>
  Effect.map(Ref.make(Option.none<Heard>()), (heard) => ({
    client: HttpClient.transform(client, (effect, request) =>
      Effect.flatMap(effect, (response) => {
        const parts: Array<Uint8Array> = []
        const url = HttpClientRequest.toUrl(request)
        const note = Option.map(url, (url): Heard => ({ url, status: response.status, parts }))
        return Effect.as(Ref.set(heard, note), overheard(response, parts))
      })
    ),
    last: Effect.map(
      Ref.get(heard),
      Option.map(({ url, status, parts }) => ({ url, status, text: Buffer.concat(parts).toString("utf8") }))
    ),
    forget: Ref.set(heard, Option.none())
  }))
