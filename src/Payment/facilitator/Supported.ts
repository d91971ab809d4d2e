/**
 * What a facilitator settles (`GET /supported`, x402 version 2).
 */
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type Credentials, headers } from "../../Settings/Credentials.ts"

const Supported = Schema.Struct({
  kinds: Schema.Array(
    Schema.Struct({ scheme: Schema.String, network: Schema.String, x402Version: Schema.Number })
  )
})

/** Whether the facilitator settles scheme `exact` of version 2 on a network (CAIP-2). Waits up to 10 s. */
export const serves = (facilitator: {
  readonly url: string
  readonly network: string
  readonly credentials: Credentials
}) =>
  Effect.gen(function* () {
    const client = yield* HttpClient.HttpClient
    const url = `${facilitator.url}/supported`
    const request = HttpClientRequest.get(url, {
      headers: yield* headers(facilitator.credentials)("GET", url)
    })
    const { kinds } = yield* client
      .execute(request)
      .pipe(
        Effect.flatMap(HttpClientResponse.filterStatusOk),
        Effect.flatMap(HttpClientResponse.schemaBodyJson(Supported)),
        Effect.scoped,
        Effect.timeout(Duration.seconds(10))
      )
    return kinds.some(
      ({ scheme, network, x402Version }) =>
        scheme === "exact" && network === facilitator.network && x402Version === 2
    )
  })
