/**
 * The discovery block of a challenge (extension `bazaar`): how to call the resource, with an example and the schema of
 * the body. Source: `@x402/extensions/bazaar` 2.27; a test runs its validators.
 *
 * The whole challenge must stay below 4 KB, so the schema comes without its texts; the capability list has them. It
 * has no formats either: the validators know none and log a warning.
 */
import * as Predicate from "effect/Predicate"
import type { RegisteredCapability } from "../../Api/CapabilityRegistry.ts"

type Json = { readonly [keyword: string]: unknown }

const texts = new Set(["$schema", "title", "description", "examples", "format"])

/** A schema without its texts. Below `properties` a key is the name of a field, so it stays. */
const bare = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(bare)
  if (!Predicate.isRecord(schema)) return schema
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => !texts.has(keyword))
      .map(([keyword, value]) => [
        keyword,
        keyword === "properties" && Predicate.isRecord(value)
          ? Object.fromEntries(Object.entries(value).map(([field, inner]) => [field, bare(inner)]))
          : bare(value)
      ])
  )
}

/**
 * The discovery block of a resource. `input`: how it is called, with an example; `properties`, `required`: the schema of
 * `input`. The answer has no example, which would not fit beside the rest.
 */
export const block = (input: Json, properties: Json, required: ReadonlyArray<string>): Json => ({
  info: { input, output: { type: "json" } },
  schema: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      input: { type: "object", properties, required, additionalProperties: false },
      output: {
        type: "object",
        properties: { type: { type: "string" }, example: { type: "object" } },
        required: ["type"]
      }
    },
    required: ["input"]
  }
})

/** The discovery block of a capability. */
export const discovery = ({ facts, method, requestSchema }: RegisteredCapability): Json =>
  block(
    { type: "http", method, bodyType: "json", body: facts.example.request },
    {
      type: { type: "string", const: "http" },
      method: { type: "string", enum: [method] },
      bodyType: { type: "string", enum: ["json"] },
      body: bare(requestSchema)
    },
    ["type", "method", "bodyType", "body"]
  )
