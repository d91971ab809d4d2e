/**
 * The headers that a client may send and those that it gets, each described once (`components`).
 */
import type { Json } from "./Json.ts"

/** What a parameter or a header may hold. */
const text = (keywords: Json): Json => ({ type: "string", ...keywords })

const requestId = text({ minLength: 1, maxLength: 128, pattern: "^[A-Za-z0-9._-]+$" })

const base64 = { format: "byte", pattern: "^[A-Za-z0-9+/_-]*={0,2}$" }

/** Request headers by component. None is required. */
const sent = {
  PaymentSignature: {
    name: "PAYMENT-SIGNATURE",
    description:
      "Base64 of an x402 version 2 payment payload (JSON): one of accepts of the challenge, signed. Without it the " +
      "answer is 402 and costs nothing",
    // The server takes 16 KiB of headers in all.
    schema: text({ ...base64, minLength: 1, maxLength: 16_384 })
  },
  IdempotencyKey: {
    name: "Idempotency-Key",
    description:
      "The buyer's name for the purchase. The same request under the same key gets the same answer, and is charged " +
      "once, even when its payment is signed anew",
    schema: text({ minLength: 16, maxLength: 128, pattern: "^[a-zA-Z0-9_-]+$" })
  },
  Prefer: {
    name: "Prefer",
    description:
      "quote (RFC 7240): an unpaid call is also told whether its body is valid, in quote of the 402's body",
    schema: text({ maxLength: 256, pattern: "^[\\t -~]*$", examples: ["quote"] })
  },
  RequestId: {
    name: "X-Request-Id",
    description:
      "The client's own identifier of the request; without one, or with another form, it gets a new one",
    schema: requestId
  },
  Traceparent: {
    name: "traceparent",
    description: "The client's trace (W3C Trace Context); the service's spans belong to it",
    schema: text({ maxLength: 55, pattern: "^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$" })
  },
  IfNoneMatch: {
    name: "If-None-Match",
    description: "Entity tags that the client has: 304 when one is the present one",
    schema: text({ maxLength: 1024, pattern: "^[!-~ ]*$" })
  }
} as const

/** `components.parameters` */
export const parameters: Json = Object.fromEntries(
  Object.entries(sent).map(([component, { name, ...rest }]) => [
    component,
    { name, in: "header", required: false, ...rest }
  ])
)

/** References to request headers. */
export const parametersOf = (...components: ReadonlyArray<keyof typeof sent>): ReadonlyArray<Json> =>
  components.map((component) => ({ $ref: `#/components/parameters/${component}` }))

const received = {
  "PAYMENT-REQUIRED": ["Base64 of the x402 version 2 challenge (JSON)", text({ ...base64, maxLength: 8192 })],
  "PAYMENT-RESPONSE": [
    "Base64 of the settlement (JSON): success tells whether the payment was charged. Absent when nothing was",
    text({ ...base64, maxLength: 4096 })
  ],
  "Preference-Applied": ["quote, when the body has one", text({ enum: ["quote"] })],
  "Content-Digest": [
    "SHA-256 of the body (RFC 9530), the same for every repetition",
    text({ pattern: "^sha-256=:[A-Za-z0-9+/]{43}=:$", maxLength: 54 })
  ],
  "Cache-Status": [
    "Whether the data was in the cache (RFC 9211)",
    text({ pattern: "^almanac; (hit|fwd=miss)", maxLength: 64 })
  ],
  Age: [
    "Seconds since the data came from the provider",
    { type: "integer", format: "int32", minimum: 0, maximum: 2_147_483_647 }
  ],
  "X-Sources-Failed": [
    "The sources that did not answer, with commas between. Absent when all did",
    text({ pattern: "^[a-z]+(,[a-z]+)*$", maxLength: 64 })
  ],
  "X-Coverage": [
    "none when the provider does not serve the year: the answer is empty and not charged",
    text({ enum: ["none"] })
  ],
  "Retry-After": [
    "Seconds after which the same request may succeed",
    { type: "integer", format: "int32", minimum: 1, maximum: 3600 }
  ],
  Link: [
    'What the error code means and what to do: rel="help" (RFC 8288)',
    text({ pattern: "^<[!-~]+>; rel=", maxLength: 256 })
  ],
  Allow: ["The methods that the route takes", text({ pattern: "^[A-Z]+(, [A-Z]+)*$", maxLength: 64 })],
  ETag: ["Entity tag of the document", text({ pattern: '^(W/)?"[!#-~]+"$', maxLength: 64 })],
  Vary: ["What the document differs by", text({ enum: ["Accept-Encoding"] })],
  "Cache-Control": [
    "Whether and how long an answer may be kept",
    text({ pattern: "^[a-z=, 0-9-]+$", maxLength: 64 })
  ],
  "X-Request-Id": ["Identifier of the request", requestId],
  "Access-Control-Allow-Origin": ["A browser may call from anywhere", text({ enum: ["*"] })]
} as const satisfies Readonly<Record<string, readonly [description: string, schema: Json]>>

export type ResponseHeader = keyof typeof received

const componentOf = (name: string) => name.replace(/^Access-Control-/, "").replaceAll("-", "")

/** `components.headers` */
export const headers: Json = Object.fromEntries(
  Object.entries(received).map(([name, [description, schema]]) => [
    componentOf(name),
    { description, required: false, schema }
  ])
)

/**
 * What every response has. `Access-Control-Expose-Headers` is for browsers alone, which hide it from programs; that of the
 * sandbox is told by its server.
 */
const common: ReadonlyArray<ResponseHeader> = ["X-Request-Id", "Access-Control-Allow-Origin"]

/** References to the headers of a response, with those that every response has. */
export const headersOf = (own: ReadonlyArray<ResponseHeader>): Json =>
  Object.fromEntries(
    [...own, ...common].map((name) => [name, { $ref: `#/components/headers/${componentOf(name)}` }])
  )
