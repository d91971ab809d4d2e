/**
 * An HTTP client without a network: answers by a script and notes what was asked when.
 */
import { HttpClient, type HttpClientError, HttpClientResponse } from "@effect/platform"
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
  const client = HttpClient.make((request, url) =>
    Effect.gen(function* () {
      calls.push({ url, headers: { ...request.headers }, at: yield* Clock.currentTimeMillis })
      return HttpClientResponse.fromWeb(request, yield* script(url, calls.length))
    })
  )
  return { calls, layer: Layer.succeed(HttpClient.HttpClient, client) }
}

/** A JSON answer. */
export const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
