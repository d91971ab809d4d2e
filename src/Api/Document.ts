/**
 * The OpenAPI 3.1 document, derived from the Api: with the prices in force, the examples of the capabilities, and
 * without what the library adds for an error form that is not ours.
 */
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import { registeredCapabilities, withoutIds } from "./CapabilityRegistry.ts"
import { endingsOf } from "./Charges.ts"

/** What only the running service knows. `prices` in decimal USDC, by capability id. */
export interface Circumstances {
  readonly publicUrl: string
  readonly network: string
  readonly prices: { readonly [id: string]: string }
}

type Json = { readonly [key: string]: unknown }

const isJson = (value: unknown): value is Json => Predicate.isRecord(value)

const isDecodeError = (schema: unknown) =>
  isJson(schema) && schema["$ref"] === "#/components/schemas/HttpApiDecodeError"

/** Drops the library's own error from a response; nothing is left of one that had no other. */
const ownResponse = (response: unknown): unknown => {
  const schema = at(response, "content", "application/json", "schema")
  if (isDecodeError(schema)) return undefined
  const alternatives = isJson(schema) ? schema["anyOf"] : undefined
  if (!isJson(response) || !Array.isArray(alternatives)) return response
  const own = alternatives.filter((alternative) => !isDecodeError(alternative))
  const description = own.map((alternative) => at(alternative, "description")).filter(Predicate.isString)
  return {
    ...response,
    ...(own.length < alternatives.length && description[0] !== undefined
      ? { description: description[0] }
      : {}),
    content: { "application/json": { schema: own.length === 1 ? own[0] : { anyOf: own } } }
  }
}

const at = (value: unknown, ...path: ReadonlyArray<string>): unknown =>
  path.reduce<unknown>((inner, key) => (isJson(inner) ? inner[key] : undefined), value)

const paymentHeader = {
  name: "PAYMENT-SIGNATURE",
  in: "header",
  required: false,
  description: "Base64 of an x402 version 2 payment payload (JSON). Without it the answer is 402.",
  schema: { type: "string" }
}

const preferHeader = {
  name: "Prefer",
  in: "header",
  required: false,
  description:
    "quote (RFC 7240): an unpaid call is also told whether its body is valid, in quote of the 402's body.",
  schema: { type: "string" }
}

const header = (description: string) => ({ description, schema: { type: "string" } })

const withHeaders = (response: unknown, headers: Json): unknown =>
  isJson(response) ? { ...response, headers } : response

const describe = (operation: unknown, { network, prices }: Circumstances): unknown => {
  if (!isJson(operation)) return operation
  const responses = Record.filter(
    Record.map(asRecord(operation["responses"]), ownResponse),
    Predicate.isNotUndefined
  )
  const offer = registeredCapabilities.find(({ facts }) => facts.id === operation["operationId"])
  if (offer === undefined) return { ...operation, responses }
  const { facts } = offer
  const request = at(operation, "requestBody", "content", "application/json")
  return {
    ...operation,
    parameters: [paymentHeader, preferHeader],
    requestBody: {
      required: true,
      content: { "application/json": { ...asRecord(request), example: facts.example.request } }
    },
    responses: {
      ...responses,
      "200": withHeaders(
        {
          ...asRecord(responses["200"]),
          content: {
            "application/json": {
              ...asRecord(at(responses["200"], "content", "application/json")),
              example: facts.example.response
            }
          }
        },
        {
          "PAYMENT-RESPONSE": header("Base64 of the settlement (JSON); absent when nothing was charged"),
          "Content-Digest": header("SHA-256 of the body (RFC 9530)")
        }
      ),
      "402": withHeaders(responses["402"], {
        "PAYMENT-REQUIRED": header("Base64 of the x402 version 2 challenge (JSON)"),
        "PAYMENT-RESPONSE": header("Base64 of the failed settlement (JSON), when there was one"),
        "Preference-Applied": header("quote, when the body has one")
      })
    },
    "x-payment-info": {
      protocols: ["x402"],
      network,
      price: { mode: "fixed", currency: "USDC", amount: prices[facts.id] ?? facts.price }
    },
    "x-charges": endingsOf(facts).map(([ending, facts]) => ({ ending, ...facts }))
  }
}

const asRecord = (value: unknown): Json => (isJson(value) ? value : {})

const libraryErrors = new Set(["HttpApiDecodeError", "Issue", "PropertyKey"])

/** What the library's document becomes (`OpenApi.Transform`). */
export const transform =
  (circumstances: Circumstances) =>
  (document: Json): Record<string, unknown> => {
    const spec = withoutIds(document)
    return {
      ...spec,
      servers: [{ url: circumstances.publicUrl }],
      paths: Record.map(asRecord(spec["paths"]), (methods) =>
        Record.map(asRecord(methods), (operation) => describe(operation, circumstances))
      ),
      components: {
        ...asRecord(spec["components"]),
        schemas: Record.filter(
          asRecord(at(spec, "components", "schemas")),
          (_, name) => !libraryErrors.has(name)
        )
      }
    }
  }
