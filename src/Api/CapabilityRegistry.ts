/**
 * What is derived from the Api by walking it: the capabilities with their schemas, and the methods of each path.
 * Pure; the prices in force come from the settings.
 */
import * as HttpApi from "@effect/platform/HttpApi"
import * as Context from "effect/Context"
import * as JSONSchema from "effect/JSONSchema"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import type * as Schema from "effect/Schema"
import { lazy } from "../Runtime/Lazy.ts"
import { Api } from "./Api.ts"
import { Capability, type CapabilityMetadata } from "./Capability.ts"
import * as RequestDecoder from "./RequestDecoder.ts"

type Json = { readonly [keyword: string]: unknown }

/** A capability and its place in the Api; the schemas are JSON Schema 2020-12 of request and answer. */
export interface RegisteredCapability {
  readonly facts: CapabilityMetadata
  readonly method: string
  readonly path: string
  /** Reads a request body. */
  readonly decode: RequestDecoder.RequestDecoder<unknown>
  readonly requestSchema: Json
  readonly responseSchema: Json
}

/** A path of the Api and a method that it takes. */
export interface Route {
  readonly method: string
  readonly path: string
}

/**
 * Schemas without the `$id` that the library gives to `unknown` and `object`, and without its name beside it: twice in a
 * document, an `$id` is ambiguous.
 */
export const withoutIds = (schemas: Json): Json => {
  const isLibrarys = String(schemas["$id"]).startsWith("/schemas/")
  return Record.map(
    Record.filter(schemas, (_, key) => !(isLibrarys && (key === "$id" || key === "title"))),
    withoutIdsWithin
  )
}

const withoutIdsWithin = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutIdsWithin)
  return Predicate.isRecord(value) ? withoutIds(value) : value
}

const jsonSchema = <A, I, R>(schema: Schema.Schema<A, I, R>): Json =>
  withoutIds({ ...JSONSchema.make(schema, { target: "jsonSchema2020-12" }) })

const walk = () => {
  const registeredCapabilities: Array<RegisteredCapability> = []
  const routes: Array<Route> = []
  HttpApi.reflect(Api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, mergedAnnotations }) => {
      routes.push({ method: endpoint.method, path: endpoint.path })
      const facts = Context.getOption(mergedAnnotations, Capability)
      if (Option.isSome(facts) && Option.isSome(endpoint.payloadSchema)) {
        const { method, path, payloadSchema, successSchema } = endpoint
        const requestSchema = lazy(() => jsonSchema(payloadSchema.value))
        const responseSchema = lazy(() => jsonSchema(successSchema))
        registeredCapabilities.push({
          facts: facts.value,
          method,
          path,
          decode: RequestDecoder.make(payloadSchema.value),
          get requestSchema() {
            return requestSchema()
          },
          get responseSchema() {
            return responseSchema()
          }
        })
      }
    }
  })
  return { registeredCapabilities, routes }
}

/** The capabilities in the order of the Api, and all routes. */
export const { registeredCapabilities, routes } = walk()
