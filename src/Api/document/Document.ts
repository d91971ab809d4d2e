/**
 * The OpenAPI 3.1 document, derived from the Api: with the prices in force, with what is sent and received beside the
 * bodies, and with everything that recurs written once.
 */
import * as Record from "effect/Record"
import { withoutIds } from "../CapabilityRegistry.ts"
import { withNull, withoutExamples } from "./Concise.ts"
import { headers, parameters } from "./Headers.ts"
import { asRecord, everywhere, type Json, without } from "./Json.ts"
import * as NamedSchemas from "./NamedSchemas.ts"
import * as Operations from "./Operations.ts"
import * as Responses from "./Responses.ts"

/** What only the running service knows. */
export interface Circumstances extends Operations.Sale {
  readonly publicUrl: string
  /** Who runs the service: a URL, an e-mail address, or a name. */
  readonly contact: string
}

const contactOf = (contact: string): Json => {
  if (/^https?:\/\//i.test(contact)) return { name: "Operator", url: contact }
  const address = contact.replace(/^mailto:/i, "")
  return address.includes("@") ? { name: "Operator", email: address } : { name: contact }
}

/** What a program that buys has to know, in one paragraph. */
const guidance =
  "Every POST is one capability and one price. Send the JSON body; the answer is 402 with the price. " +
  "With the header Prefer: quote it also tells whether the body is valid. Sign one of accepts in the header " +
  "PAYMENT-REQUIRED (x402 version 2, scheme exact; a stock x402 client does it) and send the same request with " +
  "the header PAYMENT-SIGNATURE. Sending the same payment again gives the same answer and charges nothing more, so " +
  "repeat it after a lost connection and do not sign anew. Errors have error.code and error.retryable; Retry-After " +
  "tells when."

const byOperation = (paths: unknown, change: (operation: unknown) => unknown): Json =>
  Record.map(asRecord(paths), (methods) => Record.map(asRecord(methods), change))

/** How large an integer gets, for those whose language has several kinds. */
const withFormat = everywhere((object) =>
  object["type"] === "integer" && object["format"] === undefined
    ? { ...object, format: Number(object["maximum"]) <= 2_147_483_647 ? "int32" : "int64" }
    : object
)

/** An answer may have more members one day: a client is not to refuse them. (A request may not.) */
const open = everywhere((object) =>
  object["additionalProperties"] === false ? without(object, "additionalProperties") : object
)

/** An operation with references for its named schemas. */
const named = (names: ReturnType<typeof NamedSchemas.make>) => {
  const refer = (schema: unknown) => names.refer(withNull(withFormat(withoutExamples(schema))))
  const content = NamedSchemas.inContent(refer)
  const answer = NamedSchemas.inContent((schema) => refer(open(schema)))
  return (operation: unknown): Json => {
    const { requestBody, responses, ...rest } = asRecord(operation)
    return {
      ...rest,
      ...(requestBody === undefined ? {} : { requestBody: content(asRecord(requestBody)) }),
      responses: Record.map(asRecord(responses), (response) => answer(asRecord(response)))
    }
  }
}

/** What the library's document becomes (`OpenApi.Transform`). */
export const transform =
  ({ contact, publicUrl, ...sale }: Circumstances) =>
  (document: Json): Record<string, unknown> => {
    const spec = withoutIds(document)
    const names = NamedSchemas.make()
    const described = byOperation(spec["paths"], (operation) => Operations.describe(operation, sale))
    const operations = byOperation(described, named(names))
    const schemas = names.schemas()
    const told = NamedSchemas.withoutRepetition(schemas)
    const { paths, responses } = Responses.share(asRecord(told(operations)))
    return {
      ...without(spec, "components", "paths", "security", "tags"),
      info: {
        ...asRecord(spec["info"]),
        contact: contactOf(contact),
        license: { name: "MIT", identifier: "MIT" },
        "x-guidance": guidance
      },
      "x-agentcash-guidance": { llmsTxtUrl: `${publicUrl}/llms.txt` },
      servers: [{ url: publicUrl, description: sale.environment, "x-internal": false }],
      tags: spec["tags"],
      paths,
      components: { schemas: asRecord(told(schemas)), responses, parameters, headers },
      "x-charges": Operations.charges
    }
  }
