/**
 * An HTTP client without a network: answers by a script and notes what was asked when.
 */
import { HttpClient, type HttpClientError, HttpClientResponse, UrlParams } from "@effect/platform"
import { Clock, Effect, Layer } from "effect"

export interface Call {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** Milliseconds of the clock. */
  readonly at: number
}

/** Answers a request; `count` is 1 for the first. */
export type Script = (url: URL, count: number) => Effect.Effect<Response, HttpClientError.HttpClientError>

export interface ScriptedClient {
  readonly calls: ReadonlyArray<Call>
  readonly layer: Layer.Layer<HttpClient.HttpClient>
}

export const scriptedClient = (script: Script): ScriptedClient => {
  const calls: Array<Call> = []
  // As `PooledClient` is made: without the spans and the `traceparent` of `HttpClient.make`.
  const client = HttpClient.makeWith<never, never, HttpClientError.HttpClientError, never>(
    Effect.flatMap((request) =>
      Effect.gen(function* () {
        const url = yield* Effect.orDie(UrlParams.makeUrl(request.url, request.urlParams, request.hash))
        calls.push({ url, headers: { ...request.headers }, at: yield* Clock.currentTimeMillis })
        return HttpClientResponse.fromWeb(request, yield* script(url, calls.length))
      })
    ),
    Effect.succeed
  )
  return { calls, layer: Layer.succeed(HttpClient.HttpClient, client) }
}

/** A JSON answer. */
export const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
