/**
 * A server of tools for the Model Context Protocol, from one factory for every revision: those since 2026-07-28
 * (`modern`) and those before (`legacy`). Both doors are made of it, the one on the service and the one over stdio.
 */
import type { McpRequestContext, Server, ServerOptions, StandardSchemaV1 } from "@modelcontextprotocol/server"
import { isObject, member } from "../../Client/Json.ts"
import type { Library } from "./Library.ts"
import type { Served } from "./Served.ts"

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

/** The list has one page, so that no cursor was ever given out. */
const listParams = params((value) =>
  isObject(value) && value["cursor"] !== undefined
    ? "cursor is none that was given: the list has one page"
    : {}
)

const callParams = params((value) => {
  const { _meta: meta = {}, arguments: given = {}, name } = isObject(value) ? value : {}
  if (typeof name !== "string") return "name must be a text"
  if (!isObject(given)) return "arguments must be an object"
  return isObject(meta) ? { name, arguments: given, meta } : "_meta must be an object"
})

/** The protocol's error for parameters that are wrong, as the library recognises it. */
const invalidParams = (message: string) => Object.assign(new Error(message), { code: -32602 })

const clientCapabilities = "io.modelcontextprotocol/clientCapabilities"

/** Makes a server for one connection, or for one request over HTTP. */
export const make =
  ({ Server }: Pick<Library, "Server">, { call, instructions, tools, version, websiteUrl }: Served) =>
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
