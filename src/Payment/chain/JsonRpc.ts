/**
 * One call of a chain's node: JSON-RPC 2.0 over HTTP. Nothing that a node says in words is kept.
 */
import { type HttpClient, HttpClientRequest } from "@effect/platform"
import { Effect, Option, Redacted, Schema } from "effect"
import { read } from "../facilitator/BoundedReply.ts"
import { ChainUnavailable } from "./Chain.ts"

/** The most characters of a reply that are read: the logs of one crowded transaction stay far below. */
const replyLimit = 4 * 1024 * 1024

const id = 1

const Answer = Schema.Struct({
  jsonrpc: Schema.Literal("2.0"),
  id: Schema.Literal(id),
  result: Schema.Unknown
})

/** Nodes that cannot read a call, or will not, answer it with another `id` or none. */
const Refusal = Schema.Struct({ error: Schema.Struct({ code: Schema.Number }) })

const asAnswer = Schema.decodeUnknownOption(Answer)
const asRefusal = Schema.decodeUnknownOption(Refusal)

const unavailable = (reason: ChainUnavailable["reason"]) => new ChainUnavailable({ reason })

/** A whole number as nodes write it: `0x2a`. */
export const Quantity = Schema.transform(
  Schema.String.pipe(Schema.pattern(/^0x[0-9a-fA-F]{1,13}$/)),
  Schema.Number,
  { strict: true, decode: Number, encode: (value) => `0x${value.toString(16)}` }
)

/** A whole number as nodes read it. */
export const quantity = (value: number): string => `0x${value.toString(16)}`

/** Asks for `method` and holds the result to a schema. A result of `null` is `missing`. Asks once, with no deadline. */
export type Ask = <A, I>(
  method: string,
  params: ReadonlyArray<unknown>,
  result: Schema.Schema<A, I>
) => Effect.Effect<A, ChainUnavailable>

/** How the node at a URL, which may hold a key, is asked. */
export const ask =
  (client: HttpClient.HttpClient, url: Redacted.Redacted): Ask =>
  (method, params, result) =>
    HttpClientRequest.post(Redacted.value(url)).pipe(
      HttpClientRequest.acceptJson,
      HttpClientRequest.bodyUnsafeJson({ jsonrpc: "2.0", id, method, params }),
      client.execute,
      Effect.flatMap(read(replyLimit)),
      Effect.mapError(() => unavailable("connection")),
      Effect.flatMap(({ status, json }) => {
        // Rate limits and outages first: their bodies differ from node to node.
        if (status === 429 || status >= 500) return Effect.fail(unavailable("status"))
        if (Option.isSome(Option.flatMap(json, asRefusal))) return Effect.fail(unavailable("refused"))
        if (status < 200 || status >= 300) return Effect.fail(unavailable("status"))
        return Option.match(Option.flatMap(json, asAnswer), {
          onNone: () => Effect.fail(unavailable("malformed")),
          onSome: (answer) =>
            answer.result === null
              ? Effect.fail(unavailable("missing"))
              : Schema.decodeUnknown(result)(answer.result).pipe(
                  Effect.mapError(() => unavailable("malformed"))
                )
        })
      })
    )
