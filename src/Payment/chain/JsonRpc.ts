/**
 * One call of a chain's node: JSON-RPC 2.0 over HTTP. No text of a node is kept.
 */
import type * as HttpClient from "@effect/platform/HttpClient"
import * as HttpClientRequest from "@effect/platform/HttpClientRequest"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Reply from "../../Http/client/Reply.ts"
import { ChainUnavailable } from "./Chain.ts"

/** The most characters of a reply that are read: far more than the logs of one large transaction. */
const replyLimit = 4 * 1024 * 1024

const id = 1

const RpcResponse = Schema.Struct({
  jsonrpc: Schema.Literal("2.0"),
  id: Schema.Literal(id),
  result: Schema.Unknown
})

/** A node that cannot read a call, or refuses it, replies with another `id` or none. */
const RpcError = Schema.Struct({ error: Schema.Struct({ code: Schema.Number }) })

const asResponse = Schema.decodeUnknownOption(RpcResponse)
const asError = Schema.decodeUnknownOption(RpcError)

const unavailable = (reason: ChainUnavailable["reason"]) => new ChainUnavailable({ reason })

/** A whole number as a node writes it: `0x2a`. */
export const Quantity = Schema.transform(
  Schema.String.pipe(Schema.pattern(/^0x[0-9a-fA-F]{1,13}$/)),
  Schema.Number,
  { strict: true, decode: Number, encode: (value) => `0x${value.toString(16)}` }
)

/** A whole number as a node reads it. */
export const quantity = (value: number): string => `0x${value.toString(16)}`

/** Calls `method` once and decodes the result; without a deadline. A result of `null` is `missing`. */
export type RpcCall = <A, I>(
  method: string,
  params: ReadonlyArray<unknown>,
  result: Schema.Schema<A, I>
) => Effect.Effect<A, ChainUnavailable>

const bounded = Reply.bounded(replyLimit)

/** Calls the node at a URL, which may hold a key. */
export const rpcCall =
  (client: HttpClient.HttpClient, url: Redacted.Redacted): RpcCall =>
  (method, params, result) =>
    HttpClientRequest.post(Redacted.value(url)).pipe(
      HttpClientRequest.acceptJson,
      HttpClientRequest.bodyUnsafeJson({ jsonrpc: "2.0", id, method, params }),
      client.execute,
      Effect.flatMap(({ status, text }) => Effect.map(text, (text) => bounded(status, text))),
      Effect.mapError(() => unavailable("connection")),
      Effect.flatMap(({ status, json }) => {
        // Rate limits and outages first: each node has its own bodies for them.
        if (status === 429 || status >= 500) return Effect.fail(unavailable("status"))
        if (Option.isSome(Option.flatMap(json, asError))) return Effect.fail(unavailable("refused"))
        if (status < 200 || status >= 300) return Effect.fail(unavailable("status"))
        return Option.match(Option.flatMap(json, asResponse), {
          onNone: () => Effect.fail(unavailable("malformed")),
          onSome: (response) =>
            response.result === null
              ? Effect.fail(unavailable("missing"))
              : Schema.decodeUnknown(result)(response.result).pipe(
                  Effect.mapError(() => unavailable("malformed"))
                )
        })
      })
    )
