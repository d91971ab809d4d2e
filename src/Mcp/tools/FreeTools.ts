/**
 * The tools that cost nothing, as they are listed, and the three of the gateway.
 */
import { free, gateway } from "./Names.ts"
import { reading, type Tool } from "./Tool.ts"

const text = (description: string, more: object = {}) => ({ type: "string", description, ...more })

const object = (properties: object, required: ReadonlyArray<string>) => ({
  type: "object",
  properties,
  required,
  additionalProperties: false
})

const capability = (names: ReadonlyArray<string>) => text("Name of its tool", { enum: names })

const argumentsOfTool = { type: "object", description: "The arguments of that tool" }

/** What a call would cost, and whether it would be taken. `names`: the tools of the capabilities. */
export const quote = (names: ReadonlyArray<string>): Tool => ({
  name: free.quote,
  title: "Quote",
  description:
    "Free: what a call costs, whether its arguments are right, and which providers are out at the moment. Buys nothing.",
  inputSchema: object({ tool: capability(names), arguments: argumentsOfTool }, ["tool", "arguments"]),
  annotations: { ...reading, openWorldHint: false }
})

/** What became of a payment. */
export const payment: Tool = {
  name: free.payment,
  title: "Payment status",
  description: "Free: what became of a payment, by who signed it and its nonce.",
  inputSchema: object(
    {
      payer: text("Address that signed, 0x and 40 hexadecimal digits"),
      nonce: text("Nonce of the authorization, 0x and 64 hexadecimal digits")
    },
    ["payer", "nonce"]
  ),
  annotations: { ...reading, openWorldHint: false }
}

/** How the providers are. */
export const status: Tool = {
  name: free.status,
  title: "Service status",
  description: "Free: which data providers are up, degraded or out, and which capabilities ask them.",
  inputSchema: object({}, []),
  annotations: { ...reading, openWorldHint: false }
}

/** Three tools in place of all: a list, a description, a call. */
export const gatewayTools = (names: ReadonlyArray<string>, spends: boolean): ReadonlyArray<Tool> => [
  {
    name: gateway.list,
    title: "What is sold",
    description: "Free: the tools of Almanac, each with what it answers and its price.",
    inputSchema: object({}, []),
    annotations: { ...reading, openWorldHint: false }
  },
  {
    name: gateway.describe,
    title: "How a tool is called",
    description: "Free: the arguments of a tool as JSON Schema, an example, and its price.",
    inputSchema: object({ tool: capability(names) }, ["tool"]),
    annotations: { ...reading, openWorldHint: false }
  },
  {
    name: gateway.call,
    title: "Call a tool",
    description: `Calls a tool that ${gateway.list} names. Costs its price; a call that fails is not charged.`,
    inputSchema: object({ tool: capability(names), arguments: argumentsOfTool }, ["tool", "arguments"]),
    annotations: { ...reading, readOnlyHint: !spends }
  }
]
