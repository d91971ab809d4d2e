/**
 * The bytes of an answer: encoded once, stored in the ledger, sent as they are.
 */
import { hash } from "node:crypto"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Schema from "effect/Schema"
import type { Delivery, Envelope } from "../Api/Delivery.ts"
import { encodeHeader, type SettleResponse } from "../Resources/X402.ts"
import type { StoredResponse } from "./ledger/Ledger.ts"
import type { Product } from "./Order.ts"

/** Makes products of an endpoint. A delivery that does not fit its schema is a fault of ours: an exception. */
export const maker = <A, I>(schema: Schema.Schema<A, I>) => {
  const encode = Schema.encodeUnknownSync(schema)
  return ({ charged = true, data, headers = {}, meta }: Delivery<Envelope>, requestId: string): Product => {
    const body = Buffer.from(JSON.stringify(encode({ data, meta: { ...meta, requestId } })))
    return { answer: { body, headers, hash: hash("sha256", body, "base64") }, charged }
  }
}

/** A hash of the ledger (sha-256, base64) as the header `Content-Digest` (RFC 9530). */
export const contentDigest = (hash: string): string => `sha-256=:${hash}:`

/** The 200. `settlement` is absent when nothing was charged. */
export const respond = (answer: StoredResponse, settlement: SettleResponse | undefined) =>
  HttpServerResponse.uint8Array(answer.body, {
    contentType: "application/json",
    headers: {
      ...answer.headers,
      "cache-control": "private",
      "content-digest": contentDigest(answer.hash),
      ...(settlement === undefined ? {} : { "payment-response": encodeHeader(settlement) })
    }
  })
