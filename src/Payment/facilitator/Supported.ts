/**
 * What a facilitator settles (`GET /supported`, x402 version 2).
 */
import * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as HttpClientResponse from "@effect/platform/HttpClientResponse"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as Schema from "effect/Schema"
import { Pool } from "../../Http/client/PooledClient.ts"
import { type Credentials, headers } from "../../Settings/Credentials.ts"
import { connectionProblem } from "../../Storage/ConnectionProblem.ts"
import { FacilitatorUnavailable } from "./Facilitator.ts"

const Supported = Schema.Struct({
  kinds: Schema.Array(
    Schema.Struct({ scheme: Schema.String, network: Schema.String, x402Version: Schema.Number })
  )
})

/** Where a facilitator is. */
export interface Place {
  readonly url: string
  readonly credentials: Credentials
}

/** Waits so long for the whole reply. */
const duration = Duration.seconds(10)

const requestTo = ({ credentials, url }: Place) => {
  const where = `${url.replace(/\/+$/, "")}/supported`
  return Effect.map(headers(credentials)("GET", where), (headers) =>
    HttpClientRequest.get(where, { headers })
  )
}

/** Whether the facilitator settles scheme `exact` of version 2 on a network (CAIP-2). Waits up to 10 s. */
export const serves = (place: Place, network: string) =>
  Effect.gen(function* () {
    const client = yield* HttpClient.HttpClient
    const { kinds } = yield* client
      .execute(yield* requestTo(place))
      .pipe(
        Effect.flatMap(HttpClientResponse.filterStatusOk),
        Effect.flatMap(HttpClientResponse.schemaBodyJson(Supported)),
        Effect.scoped,
        Effect.timeout(duration)
      )
    return kinds.some((kind) => kind.scheme === "exact" && kind.network === network && kind.x402Version === 2)
  })

/** Why a facilitator did not tell, in words for the operator: nothing of its own text. */
export const problemOf = (error: Effect.Effect.Error<ReturnType<typeof serves>>): string => {
  switch (error._tag) {
    case "RequestError":
      return transportProblem(error.cause)
    case "ResponseError":
      return error.reason === "StatusCode" ? `status ${error.response.status}` : notTheProtocols
    case "ParseError":
      return notTheProtocols
    case "TimeoutException":
      return `no answer within ${Duration.format(duration)}`
  }
}

const transportProblem = connectionProblem([])

const notTheProtocols = "its reply is not the protocol's"

/** How often: a connection would be closed after 30 s without traffic (`Outbound`). */
const interval = Duration.seconds(20)

const onTimeout = () => new FacilitatorUnavailable({ reason: "timeout" })

/**
 * Keeps a connection open on which payments are sent, from now on, so that a buyer does not wait for one: a facilitator
 * is asked again and again what it settles. Never ends.
 */
export const stayConnected = (place: Place) =>
  Effect.gen(function* () {
    const { exchange } = yield* Pool
    return yield* exchange(yield* requestTo(place), { duration, onTimeout })
  }).pipe(
    Effect.ignore,
    Effect.catchAllCause((cause) => Effect.logError("keeping a connection open met a fault", cause)),
    Effect.repeat(Schedule.spaced(interval))
  )
