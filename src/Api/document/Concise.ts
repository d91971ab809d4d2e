/**
 * JSON Schemas in fewer words, with the same meaning.
 */
import { asRecord, everywhere, without } from "./Json.ts"

/** Without examples of single fields: where a schema stands, there is an example of the whole body. */
export const withoutExamples = everywhere((object) =>
  Array.isArray(object["examples"]) ? without(object, "examples") : object
)

/**
 * A value that may be null, said by its type where it has one: shorter, and what is said of the value stands with the
 * field. Of a reference, only what it adds can stand there.
 */
export const withNull = everywhere((object) => {
  const { anyOf, ...outer } = object
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || asRecord(anyOf[1])["type"] !== "null") return object
  const { description, ...inner } = asRecord(anyOf[0])
  const described = { ...(description === undefined ? {} : { description }), ...outer }
  return typeof inner["type"] === "string" && !("enum" in inner) && !("title" in inner)
    ? { ...inner, ...described, type: [inner["type"], "null"] }
    : { anyOf: [inner, anyOf[1]], ...described }
})
