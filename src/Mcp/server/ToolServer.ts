/**
 * A server of tools for the Model Context Protocol, from one factory for every revision: those since 2026-07-28
 * (`modern`) and those before (`legacy`). Both doors are made of it, the one on the service and the one over stdio.
 */
import type { McpRequestContext, Server, ServerOptions, StandardSchemaV1 } from "@modelcontextprotocol/server"
import type { Json } from "../tools/CompactSchema.ts"
import type { Served } from "./Served.ts"

/** The protocol's library, or as much of it as is needed here: it is loaded when the first client comes. */
export interface Library {
  readonly Server: typeof Server
}

/** The extension by which a client says that it takes a demand for payment as a result of its own kind. */
export const paymentExtension = "org.x402/payment"

/** Milliseconds for which a client may keep the list of tools. */
const listLifetime = 3_600_000

/** No client is asked for input, so nothing that it answers is judged. Without this, the library would load a validator. */
const noValidator: NonNullable<ServerOptions["jsonSchemaValidator"]> = {
  getValidator: () => () => ({ valid: false, data: undefined, errorMessage: "nothing is asked of clients" })
}

/** Parameters by rules of our own. The library's types of schemas have no room for those of our tools. */
const params = <A extends object>(
  read: (value: unknown) => A | string
): { readonly params: StandardSchemaV1<unknown, A> } => ({
  params: {
    "~standard": {
      version: 1,
      vendor: "almanac",
      validate: (value: unknown) => {
        const result = read(value)
        return typeof result === "string" ? { issues: [{ message: result }] } : { value: result }
      }
    }
  }
})

const isRecord = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The list has one page, so that no cursor was ever given out. */
const listParams = params((value) =>
  isRecord(value) && value["cursor"] !== undefined
    ? "cursor is none that was given: the list has one page"
    : {}
)

const callParams = params((value) => {
  const { _meta: meta = {}, arguments: given = {}, name } = isRecord(value) ? value : {}
  if (typeof name !== "string") return "name must be a text"
  if (!isRecord(given)) return "arguments must be an object"
  return isRecord(meta) ? { name, arguments: given, meta } : "_meta must be an object"
})

/** The protocol's error for parameters that are wrong, as the library recognises it. */
const invalidParams = (message: string) => Object.assign(new Error(message), { code: -32602 })

const clientCapabilities = "io.modelcontextprotocol/clientCapabilities"

const member = (value: unknown, name: string): unknown => (isRecord(value) ? value[name] : undefined)

/** Makes a server for one connection, or for one request over HTTP. */
export const make =
  ({ Server }: Library, { call, instructions, tools, version, websiteUrl }: Served) =>
  ({ era }: Pick<McpRequestContext, "era">): Server => {
    const server = new Server(
      { name: "almanac", title: "Almanac", version, websiteUrl },
      {
        capabilities: { tools: {}, extensions: { [paymentExtension]: {} } },
        instructions,
        jsonSchemaValidator: noValidator,
        cacheHints: { "tools/list": { ttlMs: listLifetime, cacheScope: "public" } }
      }
    )
    server.setRequestHandler("tools/list", listParams, () => ({ tools: tools(era) }))
    server.setRequestHandler("tools/call", callParams, async (asked, { mcpReq }) => {
      const declared = member(mcpReq.envelope, clientCapabilities) ?? server.getClientCapabilities()
      const takesPaymentRequired = member(member(declared, "extensions"), paymentExtension) !== undefined
      const result = await call({ ...asked, takesPaymentRequired, signal: mcpReq.signal })
      if (result === undefined) throw invalidParams(`Unknown tool: ${asked.name.slice(0, 64)}`)
      const { paymentRequired, ...rest } = result
      return paymentRequired === undefined
        ? { ...rest }
        : { ...rest, content: [], resultType: "payment_required", paymentRequired }
    })
    return server
  }
