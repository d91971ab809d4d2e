/**
 * A JSON reply, read no further than a limit. Whoever is asked about money may send anything: HTML, junk, a body
 * without end.
 */
import type { HttpClientError, HttpClientResponse } from "@effect/platform"
import { Effect, Option, Stream } from "effect"

/** A status with the JSON that came with it, `None` for anything else (HTML, junk, too long). */
export interface BoundedReply {
  readonly status: number
  readonly json: Option.Option<unknown>
}

const parseJson = Option.liftThrowable((text: string): unknown => JSON.parse(text))

/** Reads at most `limit` characters. */
export const read =
  (limit: number) =>
  (
    response: HttpClientResponse.HttpClientResponse
  ): Effect.Effect<BoundedReply, HttpClientError.ResponseError> =>
    response.stream.pipe(
      Stream.decodeText(),
      Stream.runFoldWhile(
        "",
        (text) => text.length <= limit,
        (text, part) => text + part
      ),
      Effect.map((text) => ({
        status: response.status,
        json: text.length > limit ? Option.none() : parseJson(text)
      }))
    )
