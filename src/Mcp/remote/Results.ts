/**
 * What a call of a tool comes to, as the protocol's results: an answer with the very bytes of HTTP, or a failure with the
 * body that HTTP would have.
 */
import { type Failure, toWire } from "../../Api/Failure.ts"
import { contentDigest } from "../../Payment/Answer.ts"
import type { PurchaseResult } from "../../Payment/Order.ts"
import type { ToolResult } from "../server/Served.ts"
import type { Json } from "../tools/CompactSchema.ts"

/** Where results have the settlement (x402's binding for the Model Context Protocol). */
const settlementKey = "x402/payment-response"

const text = (text: string) => [{ type: "text", text }] as const

/** JSON that we have written is an object. */
const parsed = (json: string): Json => JSON.parse(json)

/** A free answer. */
export const given = (value: Json): ToolResult => {
  const json = JSON.stringify(value)
  return { content: text(json), structuredContent: parsed(json) }
}

/** A bought answer. Facts that travel in headers over HTTP stand in `_meta`. */
export const bought = ({ answer, settlement }: PurchaseResult): ToolResult => {
  const json = Buffer.from(answer.body).toString()
  return {
    content: text(json),
    structuredContent: parsed(json),
    _meta: {
      ...(settlement === undefined ? {} : { [settlementKey]: settlement }),
      "almanac/headers": { ...answer.headers, "content-digest": contentDigest(answer.hash) }
    }
  }
}

/**
 * A failure. One that demands a payment is the demand alone, as x402 has it, with the service's own error in a second
 * text; clients hold `structuredContent` of any other to the schema of the answer, so there is none.
 */
export const failed = (failure: Failure, requestId: string, takesPaymentRequired: boolean): ToolResult => {
  const settlement = "settlement" in failure ? failure.settlement : undefined
  const _meta = {
    ...(settlement === undefined ? {} : { [settlementKey]: settlement }),
    ...(failure.retryAfter === undefined ? {} : { "almanac/retryAfter": Math.ceil(failure.retryAfter) })
  }
  if (!("challenge" in failure)) {
    return { isError: true, content: text(JSON.stringify(toWire(failure, requestId))), _meta }
  }
  const { error, meta } = toWire(failure, requestId)
  if (takesPaymentRequired) {
    return { content: [], paymentRequired: failure.challenge, _meta: { ..._meta, "almanac/error": error } }
  }
  const demand = JSON.stringify(failure.challenge)
  return {
    isError: true,
    content: [...text(demand), ...text(JSON.stringify({ error, meta }))],
    structuredContent: parsed(demand),
    _meta
  }
}
