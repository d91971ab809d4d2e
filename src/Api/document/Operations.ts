/**
 * An operation as the document describes it: what is sold has its price, its headers, an example and the ways in which
 * its calls end; what is free has the headers of its kind.
 */
import type { CapabilityMetadata } from "../Capability.ts"
import { registeredCapabilities } from "../CapabilityRegistry.ts"
import { type EndingName, endings, endingsOf } from "../Charges.ts"
import { headersIn, parametersOf, type ResponseHeader } from "./Headers.ts"
import { asRecord, at, isJson, type Json } from "./Json.ts"
import * as Responses from "./Responses.ts"

/** How every call of everything that is sold can end. */
const everyCall: ReadonlyArray<EndingName> = registeredCapabilities
  .map(({ facts }) => endingsOf(facts).map(([name]) => name))
  .reduce((common, names) => common.filter((name) => names.includes(name)))

/** The table that `x-charges` of the operations points to: every ending, and which of them are common to all. */
export const charges = { everyCall, endings }

/** What an operation needs to know of the running service. */
export interface Sale {
  /** CAIP-2 chain. */
  readonly network: string
  /** Decimal USDC, by capability id. */
  readonly prices: { readonly [id: string]: string }
  readonly sandbox: boolean
  /** Whose money it takes, in words. */
  readonly environment: string
}

/** `fx.rates` is `FxRates`. */
const inPascalCase = (id: string): string =>
  id
    .split(".")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("")

/** A body with a name, which stands in the place of the schema's own title. */
const body = (media: unknown, title: string, more: Json = {}): Json => ({
  content: {
    "application/json": {
      ...asRecord(media),
      schema: { ...asRecord(at(media, "schema")), title },
      ...more
    }
  }
})

const json = (holder: unknown) => at(holder, "content", "application/json")

/** The headers of a paid answer. */
const answerHeaders = ({ charges, provider }: CapabilityMetadata): ReadonlyArray<ResponseHeader> => [
  "PAYMENT-RESPONSE",
  "Content-Digest",
  "Cache-Control",
  ...(provider.kind === "provider" ? (["Cache-Status", "Age"] as const) : (["X-Sources-Failed"] as const)),
  ...(charges?.also?.includes("not-covered") === true ? (["X-Coverage"] as const) : [])
]

const paid = (operation: Json, facts: CapabilityMetadata, { network, prices, sandbox }: Sale): Json => {
  const price = prices[facts.id] ?? facts.price
  const name = inPascalCase(facts.id)
  const headersOf = headersIn(sandbox)
  const responses = Responses.ours(operation["responses"], headersOf, true)
  return {
    ...operation,
    summary: `${facts.name} (${price} USDC)`,
    parameters: parametersOf("PaymentSignature", "IdempotencyKey", "Prefer", "RequestId", "Traceparent"),
    requestBody: {
      description: "JSON, at most 64 KiB",
      required: true,
      ...body(json(operation["requestBody"]), `${name}Request`, { example: facts.example.request })
    },
    responses: {
      ...responses,
      "200": {
        description: "The answer",
        headers: headersOf(answerHeaders(facts)),
        ...body(json(responses["200"]), `${name}Response`, { example: facts.example.response })
      }
    },
    "x-payment-info": {
      price: { mode: "fixed", currency: "USD", amount: price },
      protocols: [{ x402: { network, asset: "USDC" } }]
    },
    "x-charges": endingsOf(facts).flatMap(([name]) => (everyCall.includes(name) ? [] : [name]))
  }
}

/** What a document is sent with, and with what it is not sent again. */
const documentHeaders = ["ETag", "Vary", "Cache-Control"] as const

/** The name of a free answer: its schema's own, where it has one. */
const nameOf = ({ operationId, responses }: Json): string => {
  const title = at(json(at(responses, "200")), "schema", "title")
  return typeof title === "string" ? title : `${inPascalCase(String(operationId))}Response`
}

const free = (operation: Json, { sandbox }: Sale): Json => {
  const headersOf = headersIn(sandbox)
  const { operationId, parameters } = operation
  const responses = Responses.ours(operation["responses"], headersOf, false)
  const isDocument = operationId === "discovery.capabilities"
  return {
    ...operation,
    parameters: [
      ...(Array.isArray(parameters) ? parameters : []),
      ...parametersOf("RequestId", "Traceparent", ...(isDocument ? (["IfNoneMatch"] as const) : []))
    ],
    responses: {
      ...responses,
      "200": {
        description: "The answer",
        headers: headersOf(isDocument ? documentHeaders : ["Cache-Control"]),
        ...body(json(responses["200"]), nameOf(operation))
      },
      ...(isDocument
        ? { "304": { description: "The client has the present one", headers: headersOf(documentHeaders) } }
        : {})
    }
  }
}

/** What the library says of an operation, and what we add. */
export const describe = (operation: unknown, sale: Sale): unknown => {
  if (!isJson(operation)) return operation
  const offer = registeredCapabilities.find(({ facts }) => facts.id === operation["operationId"])
  return offer === undefined ? free(operation, sale) : paid(operation, offer.facts, sale)
}
