/**
 * A JSON reply, read no further than a limit. Whoever is asked about money may send anything: HTML, junk, a body
 * without end.
 */
import type { HttpClientError, HttpClientResponse } from "@effect/platform"
import { Effect, Option } from "effect"

/** A status with the JSON that came with it, `None` for anything else (HTML, junk, too long). */
export interface BoundedReply {
  readonly status: number
  readonly json: Option.Option<unknown>
}

const parseJson = Option.liftThrowable((text: string): unknown => JSON.parse(text))

/** The JSON of at most `limit` characters. The client bounds what is read at all (`PooledClient`). */
export const read =
  (limit: number) =>
  (
    response: HttpClientResponse.HttpClientResponse
  ): Effect.Effect<BoundedReply, HttpClientError.ResponseError> =>
    Effect.map(response.text, (text) => ({
      status: response.status,
      json: text.length > limit ? Option.none() : parseJson(text)
    }))
