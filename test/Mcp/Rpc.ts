/** Messages of the Model Context Protocol by hand, and clients of the library. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { Effect } from "effect"

/** What the older revisions want of every message. */
const accept = { "content-type": "application/json", accept: "application/json, text/event-stream" }

/** A call of a tool as a message. */
export const callOf = (name: string, given: unknown, meta?: object) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/call",
  params: { name, arguments: given, ...(meta === undefined ? {} : { _meta: meta }) }
})

/** Sends a body to `/mcp`; the answer with its JSON, if it has any. */
export const send = (
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  query = ""
) =>
  Effect.promise(async () => {
    const response = await fetch(`${url}/mcp${query}`, {
      method: "POST",
      headers: { ...accept, ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body)
    })
    const text = await response.text()
    const json = text.startsWith("{") ? JSON.parse(text) : undefined
    return { status: response.status, headers: response.headers, text, json }
  })

export const eras = ["2026-07-28", "2025-11-25"] as const

/** A client of the library that speaks one revision, or the older ones; it ends with the scope. */
export const connect = (url: string, era: (typeof eras)[number], query = "") =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const client = new Client(
        { name: "test", version: "1.0.0" },
        era === "2026-07-28" ? { versionNegotiation: { mode: { pin: era } } } : {}
      )
      await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp${query}`)))
      return client
    }),
    (client) => Effect.promise(() => client.close())
  )
