import * as Schema from "effect/Schema"

/** One thing that is wrong with a request: a JSON pointer (RFC 6901) to the field, and the rule it breaks. */
export const Problem = Schema.Struct({
  pointer: Schema.String.annotations({
    description: "JSON pointer (RFC 6901) to the field in the request body, or the parameter in the path"
  }),
  message: Schema.String.annotations({ description: "The rule that the field breaks" })
}).annotations({ title: "Problem" })
export type Problem = typeof Problem.Type

// A caller may send names of nothing else than these two characters: `replaceAll` takes three times as long for them.
const escaped = (segment: string) => segment.split("~").join("~0").split("/").join("~1")

/** The JSON pointer to a place in a document. */
export const pointer = (path: ReadonlyArray<PropertyKey>): string =>
  path.map((segment) => `/${escaped(String(segment))}`).join("")
