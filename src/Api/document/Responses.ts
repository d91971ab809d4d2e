/**
 * The responses of an operation: our own errors with the headers that they are sent with; and those that many operations
 * have, written once.
 */
import * as Array from "effect/Array"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import type { headersIn, ResponseHeader } from "./Headers.ts"
import { asRecord, at, isJson, type Json, without } from "./Json.ts"

const isDecodeError = (schema: unknown) => at(schema, "$ref") === "#/components/schemas/HttpApiDecodeError"

/** The codes of an error's schema. */
const codesOf = (schema: unknown): ReadonlyArray<string> => {
  const codes = at(schema, "properties", "error", "properties", "code", "enum")
  return Array.isArray(codes) ? codes.filter(Predicate.isString) : []
}

/** What several errors of a status are called together. */
const phrases: Readonly<Record<string, string>> = {
  "402": "PaymentRefused",
  "429": "Throttled",
  "502": "BadGateway",
  "503": "ServiceUnavailable"
}

/** An error's schema without what tells it from others. */
const shapeOf = (schema: unknown): string =>
  JSON.stringify(without(asRecord(schema), "title", "description")).replace(
    JSON.stringify(codesOf(schema)),
    "[]"
  )

/** Errors of one status that have the same members, as one schema: its code tells which it is. */
const merged = (status: string, errors: ReadonlyArray<unknown>): unknown => {
  const [first, ...others] = errors
  if (others.length === 0) return first
  const codes = errors.flatMap(codesOf)
  const names = errors.map((error) => String(at(error, "title")).replace(/Error$/, ""))
  const schema = asRecord(
    JSON.parse(JSON.stringify(first).replace(JSON.stringify(codesOf(first)), JSON.stringify(codes)))
  )
  return {
    ...schema,
    // A free operation has some of the five errors that a sale can have with 503.
    title: `${status === "503" && names.length < 5 ? names.join("Or") : phrases[status]}Error`,
    description: errors.map((error) => `${codesOf(error)}: ${at(error, "description")}`).join("\n\n")
  }
}

/** A response without the library's own error; nothing is left of one that had no other. */
const ownErrors = (response: Json, status: string): Json | undefined => {
  const schema = at(response, "content", "application/json", "schema")
  const alternatives = at(schema, "anyOf")
  const own = (Array.isArray(alternatives) ? alternatives : [schema]).filter((one) => !isDecodeError(one))
  if (own.length === 0) return undefined
  const codes = own.flatMap(codesOf)
  if (codes.length === 0) return response
  const schemas = Object.values(Array.groupBy(own, shapeOf)).map((errors) => merged(status, errors))
  return {
    description: codes.join(", ").replace(/, (\w+)$/, " or $1"),
    content: { "application/json": { schema: schemas.length === 1 ? schemas[0] : { anyOf: schemas } } }
  }
}

/** The headers of errors. A refusal for want of money, and what a provider or the ledger cannot do, may say when to come again. */
const ofStatus: Readonly<Record<string, ReadonlyArray<ResponseHeader>>> = {
  "402": ["PAYMENT-REQUIRED", "PAYMENT-RESPONSE", "Preference-Applied", "Retry-After"],
  "405": ["Allow"],
  "429": ["Retry-After"],
  "502": ["Retry-After"],
  "503": ["Retry-After"],
  "504": ["Retry-After"]
}

/** Our errors among the responses, each with its headers. `pending`: a 503 may tell of a settlement. */
export const ours = (responses: unknown, headersOf: ReturnType<typeof headersIn>, pending: boolean): Json =>
  Record.filter(
    Record.map(asRecord(responses), (response, status) => {
      const own = ownErrors(asRecord(response), status)
      if (own === undefined || Number(status) < 400) return own
      const isError = at(own, "content", "application/json", "schema", "properties", "checks") === undefined
      return {
        description: own["description"],
        headers: headersOf([
          ...(ofStatus[status] ?? []),
          ...(pending && status === "503" ? (["PAYMENT-RESPONSE"] as const) : []),
          ...(isError ? (["Link"] as const) : []),
          "Cache-Control"
        ]),
        content: own["content"]
      }
    }),
    Predicate.isNotUndefined
  )

/** The name of a response: that of the first of its errors. */
const nameOf = (response: unknown): string | undefined => {
  const schema = at(response, "content", "application/json", "schema")
  const [first = schema] = [at(schema, "anyOf")].flat()
  return /\/(\w+)Error$/.exec(String(at(first, "$ref")))?.[1]
}

/** Operations by path and method, whose common responses are references; and those responses. */
export const share = (paths: Json): { readonly paths: Json; readonly responses: Json } => {
  const uses = new Map<string, { readonly name: string; readonly response: unknown; count: number }>()
  const each = (change: (response: unknown) => unknown) =>
    Record.map(paths, (methods) =>
      Record.map(asRecord(methods), (operation) => ({
        ...asRecord(operation),
        responses: Record.map(asRecord(at(operation, "responses")), change)
      }))
    )
  each((response) => {
    const name = nameOf(response)
    const text = JSON.stringify(response)
    const use = uses.get(text)
    if (use !== undefined) use.count += 1
    else if (name !== undefined) uses.set(text, { name, response, count: 1 })
    return response
  })
  const shared = [...uses.values()].filter(({ count }) => count > 1)
  const responses = Object.fromEntries(shared.map(({ name, response }) => [name, response]))
  return {
    paths: each((response) => {
      const use = uses.get(JSON.stringify(response))
      return use !== undefined && responses[use.name] === use.response
        ? { $ref: `#/components/responses/${use.name}` }
        : response
    }),
    responses: Record.filter(responses, isJson)
  }
}
