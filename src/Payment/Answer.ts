/**
 * The bytes of an answer: encoded once, stored in the ledger, sent as they are.
 */
import { hash } from "node:crypto"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Schema from "effect/Schema"
import { encodeHeader, type SettleResponse } from "../Resources/X402.ts"
import type { StoredResponse } from "./ledger/Ledger.ts"

/** Makes answers from envelopes. An envelope that does not fit the schema is a fault of ours: an exception. */
export const encoder = <A, I>(schema: Schema.Schema<A, I>) => {
  const encode = Schema.encodeUnknownSync(schema)
  return (envelope: unknown, headers: StoredResponse["headers"]): StoredResponse => {
    const body = Buffer.from(JSON.stringify(encode(envelope)))
    return { body, headers, hash: hash("sha256", body, "base64") }
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
