import * as Schema from "effect/Schema"

/** The request's identifier, the same in the header `x-request-id`, the log line and the span. */
export const RequestId = Schema.String.annotations({
  title: "RequestId",
  description: "Identifier of the request, as in the header X-Request-Id",
  examples: ["req_3f0c9b5a7d1e4c2f8a6b0d9e7c5f3a1b"]
})

/** The envelope of every answer: `{ data, meta }`, `meta.requestId` always among `meta`. */
export const envelope = <Data extends Schema.Schema.All, Meta extends Schema.Struct.Fields>(
  data: Data,
  meta: Meta
) =>
  Schema.Struct({
    data,
    meta: Schema.Struct({ requestId: RequestId, ...meta }).annotations({
      description: "About the answer",
      ...(Object.keys(meta).length === 0 ? { title: "Meta" } : {})
    })
  })
