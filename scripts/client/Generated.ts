/**
 * What the client knows of the service, derived from the contract: the capabilities, the types of their requests and
 * answers, and the error codes. `npm run client:generate` writes it into `src/Client/generated`.
 */
import { OpenApi } from "@effect/platform"
import { Array } from "effect"
import { Api } from "../../src/Api/Api.ts"
import { registeredCapabilities } from "../../src/Api/CapabilityRegistry.ts"
import { type Ending, endings } from "../../src/Api/Charges.ts"
import { withNull, withoutExamples } from "../../src/Api/document/Concise.ts"
import { transform } from "../../src/Api/document/Document.ts"
import { asRecord, at, everywhere, without } from "../../src/Api/document/Json.ts"
import { codes } from "../../src/Api/Failure.ts"
import * as CompactSchema from "../../src/Mcp/tools/CompactSchema.ts"
import { comment, type Manner, type } from "./Types.ts"

const header = "// Written by `npm run client:generate` from the contract. Do not edit.\n"

/** `fx.rates` is in the group `fx` the method `rates`; `weather` is alone in its group. */
const placeOf = (id: string) => {
  const [group = id, method = id] = id.split(".")
  return { group, method }
}

const pascalCase = (id: string) => id.replace(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase())

/** A literal of TypeScript; text keys that need no quotes have none. */
const literal = (value: unknown) => JSON.stringify(value).replaceAll(/([{,])"([A-Za-z]\w*)":/g, "$1$2:")

const inputSchema = (schema: unknown) =>
  everywhere((object) => (typeof object["title"] === "string" ? without(object, "title") : object))(
    withNull(withoutExamples(without(asRecord(schema), "$schema")))
  )

/** What is sold. */
const capabilities = () => {
  const entries = registeredCapabilities.map(({ facts, path, requestSchema }) =>
    JSON.stringify({
      id: facts.id,
      ...placeOf(facts.id),
      path,
      name: facts.name,
      description: facts.description,
      category: facts.category,
      kind: facts.provider.kind,
      ...(facts.charges === undefined ? {} : { charges: facts.charges }),
      price: facts.price,
      inputSchema: inputSchema(requestSchema),
      example: facts.example.request
    })
  )
  return `${header}import type { Capability } from "../Capability.ts"

/** What is sold, in the order of the contract. */
export const capabilities: ReadonlyArray<Capability> = [
${entries.map((entry) => `  ${entry}`).join(",\n")}
]
`
}

/** What a call of each needs to know: the client loads it at once, and all the rest when it is asked for. */
const listed = () => {
  const entries = registeredCapabilities.map(({ facts, path }) =>
    literal({ id: facts.id, path, price: facts.price })
  )
  return `${header}import type { Listed } from "../Capability.ts"

/** What is sold, in the order of the contract. */
export const listed: ReadonlyArray<Listed> = [
${entries.map((entry) => `  ${entry}`).join(",\n")}
]
`
}

/** The document as any operator's service has it: the types are the same. */
const document = () =>
  OpenApi.fromApi(
    Api.annotate(
      OpenApi.Transform,
      transform({
        publicUrl: "http://localhost",
        contact: "nobody",
        network: "eip155:8453",
        environment: "",
        prices: {}
      })
    )
  )

/** The public name of a schema: what the document calls a response is an answer here. */
const nameOf = (reference: string) => reference.replace(/^.*\//, "").replace(/Response$/, "Answer")

/** The types, first those of requests and answers, then what they consist of. */
const types = () => {
  const ids = registeredCapabilities.map(({ facts }) => facts.id)
  const schemas = asRecord(at(document(), "components", "schemas"))
  const told = new Map<string, string>()
  const tell = (reference: string, optional: Manner["optional"] = ""): string => {
    const name = nameOf(reference)
    if (!told.has(name)) {
      told.set(name, "")
      const schema = asRecord(schemas[reference.replace(/^.*\//, "")])
      const text = type(without(schema, "description"), { named: (inner) => tell(inner, optional), optional })
      const isObject = text.startsWith("{\n") && !text.includes("\n} |")
      const declared = isObject ? `interface ${name} ${text}` : `type ${name} = ${text}`
      told.set(name, `${comment(schema["description"], "")}export ${declared}\n`)
    }
    return name
  }
  for (const id of ids) {
    // A member that is undefined is not in JSON.
    tell(`${pascalCase(id)}Request`, " | undefined")
    tell(`${pascalCase(id)}Response`)
  }
  for (const name of ["Quote", "PaymentStatus", "PaymentRequirements", "ErrorDetails"]) tell(name)
  const calls = ids.map(
    (id) =>
      `  readonly ${JSON.stringify(id)}: { readonly request: ${pascalCase(id)}Request; readonly answer: ${pascalCase(id)}Answer }\n`
  )
  const groups = Object.entries(Array.groupBy(ids, (id) => placeOf(id).group)).map(([group, members]) => {
    const methods = members.map((id) => `readonly ${placeOf(id).method}: ${JSON.stringify(id)}`)
    return `  readonly ${group}: ${members.includes(group) ? JSON.stringify(group) : `{ ${methods.join("; ")} }`}\n`
  })
  return `${header}
/** The request and the answer of each capability, as they stand in JSON. */
export interface Calls {
${calls.join("")}}

/** Which capability each method of the client calls, by group; some groups are a method themselves. */
export interface Groups {
${groups.join("")}}

${[...told.values()].join("\n")}`
}

/** What is said of charges with a code in all its endings, the weakest when they differ. */
const chargedBy = (code: string) => {
  const said = Object.values<Ending>(endings).flatMap((ending) =>
    ending.code === code ? [ending.charged] : []
  )
  if (said.includes("pending")) return "unknown"
  return said.length > 0 && said.every((charge) => charge === "no") ? "no" : "not by this call"
}

/** The error codes. */
const errors = () => {
  const entries = Object.entries(codes).map(
    ([code, { retryable, status }]) =>
      `  ${code}: ${literal({ status, retryable, charged: chargedBy(code) })
        .replaceAll(/([:,])/g, "$1 ")
        .replace("{", "{ ")
        .replace("}", " }")}`
  )
  return `${header}
/**
 * The status of each error code; whether the identical request with the identical payment may succeed later; and whether
 * the payment is charged: \`no\`, nor was it before; \`not by this call\`, an earlier one may have; \`unknown\` yet.
 */
export const codes = {
${entries.join(",\n")}
} as const
`
}

/** The schemas of the answers as tools have them. */
const outputs = () => {
  const lines = registeredCapabilities.map(
    ({ facts, responseSchema }) =>
      `  ${JSON.stringify(facts.id)}: ${JSON.stringify(CompactSchema.output(responseSchema))}`
  )
  return `${header.trimEnd()}
import type { JsonObject } from "../Json.ts"

/** JSON Schema of each capability's answer, by id, without texts and bounds. */
export const outputs: { readonly [id: string]: JsonObject } = {
${lines.join(",\n")}
}
`
}

/** The files by name. */
export const generated: Readonly<Record<string, () => string>> = {
  "listed.ts": listed,
  "capabilities.ts": capabilities,
  "types.ts": types,
  "errors.ts": errors,
  "outputs.ts": outputs
}
