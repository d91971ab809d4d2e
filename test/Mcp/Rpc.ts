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

const request = (more: object) => JSON.stringify({ jsonrpc: "2.0", id: 7, method: "ping", ...more })

/**
 * What is no good request, in words and as its text, and the error that it comes to: its code, and the id that it repeats.
 * It is the same over HTTP and over stdio.
 */
export const noRequests: ReadonlyArray<
  readonly [what: string, text: string, code: number, id: string | number | null, message: string]
> = [
  ["no JSON", "{", -32700, null, "not JSON"],
  ["a batch", `[${request({})}]`, -32600, null, "Batches"],
  ["a number", "42", -32600, null, "a message is an object"],
  ["null", "null", -32600, null, "a message is an object"],
  ["no member of a message", '{"id":1}', -32600, 1, "/method: expected string, received nothing"],
  ["another version", request({ jsonrpc: "1.0" }), -32600, 7, '/jsonrpc: expected "2.0"'],
  ["no parameters by name", request({ params: null }), -32600, 7, "/params: expected object, received null"],
  ["a fractional id", request({ id: 1.5 }), -32600, 1.5, "/id: expected a text or a whole number"],
  ["an id that is null", request({ id: null }), -32600, null, "/id: expected a text or a whole number"],
  ["an unknown member", request({ more: 1 }), -32600, 7, 'Unrecognized key: "more"'],
  ["`_meta` that is none", request({ params: { _meta: 5 } }), -32600, 7, "/params/_meta: expected object"],
  ["an answer of no form", '{"jsonrpc":"2.0","id":7,"error":5}', -32600, null, "/error: expected object"],
  [
    "a member of too many values",
    request({ params: { _meta: Object.fromEntries(Array.from({ length: 997 }, (_, at) => [at, at])) } }),
    -32600,
    7,
    "Invalid request: a message has 1000 values at most"
  ],
  [
    "a greeting with more icons than can be told of",
    request({
      method: "initialize",
      params: {
        protocolVersion: "2025-06-18",
        capabilities: {},
        clientInfo: { name: "test", version: "1", icons: Array(38_000).fill(1) }
      }
    }),
    -32600,
    7,
    "Invalid request: a message has 1000 values at most"
  ],
  [
    "parameters nested without end",
    request({ params: { _meta: 0 } }).replace(
      '"_meta":0',
      `"_meta":{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`
    ),
    -32600,
    7,
    "Invalid request: a message has 1000 values at most"
  ],
  [
    "a cursor",
    request({ method: "tools/list", params: { cursor: "2" } }),
    -32602,
    7,
    "Invalid params for tools/list: cursor is none that was given: the list has one page"
  ],
  [
    "a tool without a name",
    request({ method: "tools/call" }),
    -32602,
    7,
    "/params: expected object, received nothing"
  ],
  [
    "arguments as text",
    request({ method: "tools/call", params: { name: "fx_rates", arguments: "{}" } }),
    -32602,
    7,
    "Invalid params: /params/arguments: expected object, received string"
  ],
  [
    "a greeting without a revision",
    request({
      method: "initialize",
      params: { capabilities: {}, clientInfo: { name: "test", version: "1" } }
    }),
    -32602,
    7,
    "Invalid params: /params/protocolVersion: expected string, received nothing"
  ]
]

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
