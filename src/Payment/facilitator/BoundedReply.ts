/**
 * A JSON reply up to a limit. A facilitator or node may send anything: HTML, junk, a body without end.
 */
import type * as HttpClientError from "@effect/platform/HttpClientError"
import type * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/** A status and its JSON body; `None` for any other body (HTML, junk, too long). */
export interface BoundedReply {
  readonly status: number
  readonly json: Option.Option<unknown>
}

const parseJson = Option.liftThrowable((text: string): unknown => JSON.parse(text))

/** Reads JSON of at most `limit` characters. The client limits the bytes that are read at all (`PooledClient`). */
export const read =
  (limit: number) =>
  (
    response: HttpClientResponse.HttpClientResponse
  ): Effect.Effect<BoundedReply, HttpClientError.ResponseError> =>
    Effect.map(response.text, (text) => ({
      status: response.status,
      json: text.length > limit ? Option.none() : parseJson(text)
    }))
