/**
 * An HTTP client that keeps the last reply as it came over the wire, while the provider's own code reads it.
 */
import { HttpClient, HttpClientRequest } from "@effect/platform"
import { Effect, Option, Ref } from "effect"

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

/** Wraps the product's own client, whose replies come whole. For one call at a time. */
export const make = (client: HttpClient.HttpClient): Effect.Effect<Recorder> =>
  Effect.map(Ref.make(Option.none<RawReply>()), (heard) => ({
    client: HttpClient.transform(client, (effect, request) =>
      Effect.tap(effect, (response) =>
        Effect.flatMap(response.text, (text) =>
          Ref.set(
            heard,
            Option.map(HttpClientRequest.toUrl(request), (url) => ({ url, text, status: response.status }))
          )
        )
      )
    ),
    last: Ref.get(heard),
    forget: Ref.set(heard, Option.none())
  }))
