/**
 * A JSON reply, read no further than a limit. Whoever is asked about money may send anything: HTML, junk, a body
 * without end.
 */
import type { HttpClientError, HttpClientResponse } from "@effect/platform"
import { Effect, Option, Stream } from "effect"
import * as PooledClient from "../PooledClient.ts"

/** A status with the JSON that came with it, `None` for anything else (HTML, junk, too long). */
export interface BoundedReply {
  readonly status: number
  readonly json: Option.Option<unknown>
}

const parseJson = Option.liftThrowable((text: string): unknown => JSON.parse(text))

/** Unlike `Buffer`, it leaves a byte order mark out. */
const utf8 = new TextDecoder()

/** The beginning of a body, as long as it takes to see that it is too long. */
const textOf = (response: HttpClientResponse.HttpClientResponse, limit: number) =>
  Option.match(PooledClient.bytesOf(response), {
    onSome: (bytes) => Effect.succeed(utf8.decode(bytes)),
    onNone: () =>
      response.stream.pipe(
        Stream.decodeText(),
        Stream.runFoldWhile(
          "",
          (text) => text.length <= limit,
          (text, part) => text + part
        )
      )
  })

/** Reads at most `limit` characters. */
export const read =
  (limit: number) =>
  (
    response: HttpClientResponse.HttpClientResponse
  ): Effect.Effect<BoundedReply, HttpClientError.ResponseError> =>
    Effect.map(textOf(response, limit), (text) => ({
      status: response.status,
      json: text.length > limit ? Option.none() : parseJson(text)
    }))
